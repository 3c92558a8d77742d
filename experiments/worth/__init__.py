"""What a card, a component or a deck's choice is worth: gains in tuned homes."""
