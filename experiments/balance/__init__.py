"""Which few numbers of an edition should change: `balance.balance` is the question."""
