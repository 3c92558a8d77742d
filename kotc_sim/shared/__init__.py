"""What every game has: random streams, results, counts, the best option. It knows integers only."""
