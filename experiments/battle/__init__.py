"""What happens in one battle: `battle.battle` is the question."""
