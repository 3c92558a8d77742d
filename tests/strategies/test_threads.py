"""Threads that all that plays and learns shares."""

import threading

import pytest

from kotc_sim.strategies.threads import Threads, aside, leave_threads, threads_of


def test_what_others_wait_for_comes_first() -> None:
    threads, begin = Threads(1), threading.Event()
    came: list[str] = []
    calls = [threads.submit(begin.wait), threads.submit(came.append, "game"), threads.submit(came.append, "fit", first=True)]
    begin.set()
    for call in calls:
        call.result()
    assert came == ["fit", "game"]


def test_results_have_the_order_of_the_items() -> None:
    assert threads_of(2).map(lambda item: item * item, range(20)) == [k * k for k in range(20)]


def test_an_error_goes_on_when_nothing_runs_any_more() -> None:
    done: list[int] = []

    def play(item: int) -> None:
        if item == 0:
            raise ValueError("no game")
        threading.Event().wait(0.05)
        done.append(item)

    with pytest.raises(ValueError, match="no game"):
        threads_of(2).map(play, range(20))
    count = len(done)
    threading.Event().wait(0.1)
    assert len(done) == count < 19


def test_the_same_threads_until_one_of_them_will_not_come_back() -> None:
    before = threads_of(2)
    assert threads_of(2) is before
    leave_threads()
    assert threads_of(2) is not before


def test_an_error_aside_is_told_to_who_waits() -> None:
    assert aside(lambda: 3).result() == 3
    with pytest.raises(ZeroDivisionError):
        aside(lambda: 1 // 0).result()
