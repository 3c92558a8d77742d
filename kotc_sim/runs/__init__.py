"""Runs: chunks of pairs of games, whoever plays, and what is around them. Experiments start all games here."""

from kotc_sim.runs.checkpoint import Checkpoint, keep_open_runs, results_written
from kotc_sim.runs.contest import Contest, Part, Run, chunk_size, match_of, pilots_of, play_games
from kotc_sim.runs.play import replay, simulate, simulate_parts
from kotc_sim.runs.record import input_files, parts_of_call, result_of_call, result_of_command, revision, run_record, signed
from kotc_sim.runs.session import finish_compiling, learn, learn_aside, learn_with, playing, warm_up
from kotc_sim.runs.tally import Tally
from kotc_sim.runs.workers import Playing, Workers, crew_of, default_jobs
from kotc_sim.strategies.threads import busy_threads
