"""Runs: chunks of pairs of games, whoever plays, and what is around them. Experiments start all games here."""

from kotc_sim.runs.checkpoint import Checkpoint
from kotc_sim.runs.contest import Contest, Part, Run, chunk_size, match_of, pilots_of, play_games
from kotc_sim.runs.play import replay, simulate, simulate_parts
from kotc_sim.runs.session import learn, open_session, python_session, warm_up
from kotc_sim.runs.tally import Tally
from kotc_sim.runs.workers import Workers, default_jobs

__all__ = [
    "Checkpoint",
    "Contest",
    "Part",
    "Run",
    "Tally",
    "Workers",
    "chunk_size",
    "default_jobs",
    "learn",
    "match_of",
    "open_session",
    "pilots_of",
    "play_games",
    "python_session",
    "replay",
    "simulate",
    "simulate_parts",
    "warm_up",
]
