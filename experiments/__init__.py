"""One module for each question that a designer asks, and the statistics that they share."""
