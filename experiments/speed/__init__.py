"""What measures speed."""
