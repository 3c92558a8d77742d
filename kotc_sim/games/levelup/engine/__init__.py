"""The engine of Level-Up: one record a game, one state machine, no strategy called from within."""
