"""Which deck wins, by how much, under whose play: `matchup.matchup` is the question, the other modules are its parts and its relatives."""
