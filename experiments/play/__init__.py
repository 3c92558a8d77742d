"""How strong the pilots are, and whether play has settled: `play.ladder` is the question of all of them, the others of one deck."""
