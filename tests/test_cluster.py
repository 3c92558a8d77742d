"""The same games on a cluster of dask.distributed (the extra ``cluster``), even if a worker is lost."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kotc_sim.errors import KotcError
from kotc_sim.games.keeper.cards.deck import load_deck
from kotc_sim.runs import Contest, Part, Workers, simulate, simulate_parts
from kotc_sim.runs import contest as contests
from kotc_sim.runs import workers as crews

distributed: Any = pytest.importorskip("distributed")
pytestmark = [
    pytest.mark.slow,
    # Sockets and event loops of a killed worker are closed by the collector, after the test.
    pytest.mark.filterwarnings("default"),
]

DECKS = Path(__file__).resolve().parents[1] / "decks"
PAIRS = 600


@pytest.fixture(scope="module")
def contest() -> Contest:
    return Contest((load_deck(DECKS / "rats.yaml"), load_deck(DECKS / "storm.yaml")), ("random", "random"))


@pytest.fixture
def cluster(tmp_path: Path) -> Any:
    with distributed.LocalCluster(
        n_workers=3, threads_per_worker=1, dashboard_address=None, local_directory=str(tmp_path), silence_logs=50
    ) as made:
        yield made


def test_three_workers_one_of_which_is_killed(contest: Contest, cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contests, "CHUNK_PAIRS", 10)
    with Workers(1) as one, Workers(2) as two:
        alone = simulate(contest, PAIRS, 7, workers=one, keep_scores=True)
        threads = simulate(contest, PAIRS, 7, workers=two, keep_scores=True)
    killed: list[int] = []
    finished = 0

    def half_way(games: int) -> None:
        nonlocal finished
        finished += games
        if finished >= PAIRS and not killed:  # PAIRS games are half of them
            pids = list(workers.client.run(os.getpid).values())
            assert len(pids) == 3
            os.kill(pids[0], signal.SIGKILL)
            killed.append(pids[0])

    with Workers(scheduler=cluster.scheduler_address) as workers:
        assert workers.jobs == 3
        spread = simulate(contest, PAIRS, 7, workers=workers, keep_scores=True, on_chunk=half_way)
    assert killed
    assert spread.tally == alone.tally == threads.tally
    assert np.array_equal(spread.scores, alone.scores)
    assert np.array_equal(spread.scores, threads.scores)


def test_many_contests_on_a_cluster(contest: Contest, cluster: Any) -> None:
    swapped = Contest((contest.decks[1], contest.decks[0]), contest.strategies)
    parts = [Part(contest, 40), Part(swapped, 20, first_pair=5)]
    with Workers(2) as two:
        here = dict(simulate_parts(parts, 3, workers=two))
    with Workers(scheduler=cluster.scheduler_address) as workers:
        there = dict(simulate_parts(parts, 3, workers=workers))
    assert [there[i].tally == here[i].tally for i in (0, 1)] == [True, True]


def test_an_error_of_a_worker_arrives(contest: Contest, cluster: Any) -> None:
    unknown = Contest(contest.decks, ("nobody", "random"))
    with Workers(scheduler=cluster.scheduler_address) as workers, pytest.raises(KotcError, match="'nobody'"):
        simulate(unknown, 4, 1, workers=workers)


def test_a_scheduler_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crews, "CONNECT_SECONDS", 1.0)
    with pytest.raises(KotcError, match=r"no scheduler answers at tcp://127\.0\.0\.1:9"):
        Workers(scheduler="tcp://127.0.0.1:9")
