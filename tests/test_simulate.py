from __future__ import annotations

import functools
import json
import os
import pickle
import random
import shutil
import subprocess
import sys
import time
import tracemalloc
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kotc_sim import games
from kotc_sim.errors import Interrupted, KotcError
from kotc_sim.experiments.matchup.describe import limits_of
from kotc_sim.experiments.result import Result
from kotc_sim.games.keeper.cards.deck import load_deck
from kotc_sim.questions import Run as Asked
from kotc_sim.reports.kit.envelope import LONGEST, notes
from kotc_sim.runs import Contest, Part, Run, Workers, match_of, play_games, simulate, simulate_parts
from kotc_sim.runs import contest as contests
from kotc_sim.runs import workers as playing
from kotc_sim.runs.checkpoint import OLD_SECONDS, Checkpoint, results_written, resumable
from kotc_sim.runs.contest import digest_of, is_built_in
from kotc_sim.runs.memory import keep_freed_memory
from kotc_sim.runs.play import MANY_PARTS
from kotc_sim.runs.saved import Saved, pack, unpack
from kotc_sim.runs.session import playing as session
from kotc_sim.runs.tally import MAX_TURNS, NOTABLE, Tally, count_games
from tests.experiments.verdict_cases import PLAIN_PYTHON

DECKS = Path(__file__).resolve().parents[1] / "decks"
PAIRS = 30


@pytest.fixture(scope="module")
def contest() -> Contest:
    return Contest((load_deck(DECKS / "rats.yaml"), load_deck(DECKS / "storm.yaml")), ("random", "random"))


@pytest.fixture(scope="module")
def mirrored(contest: Contest) -> Contest:
    return Contest((contest.decks[1], contest.decks[0]), contest.strategies)


@pytest.fixture(scope="module")
def whole(contest: Contest) -> Run:
    with Workers(1) as one:
        return simulate(contest, PAIRS, 11, workers=one, keep_scores=True)


def same(a: Run, b: Run) -> bool:
    return a.tally == b.tally and np.array_equal(a.scores, b.scores)


@pytest.mark.parametrize("size", [1, 4, 7])
@pytest.mark.parametrize("jobs", [1, 2])
def test_jobs_and_chunks_do_not_change_a_result(
    contest: Contest, whole: Run, jobs: int, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contests, "CHUNK_PAIRS", size)
    with Workers(jobs) as workers:
        assert same(simulate(contest, PAIRS, 11, workers=workers, keep_scores=True), whole)


def test_batches_add_up_to_the_run(contest: Contest, whole: Run) -> None:
    with Workers(1) as one:
        first = simulate(contest, 12, 11, workers=one, keep_scores=True)
        rest = simulate(contest, PAIRS - 12, 11, workers=one, first_pair=12, keep_scores=True)
    first.tally.add(rest.tally)
    assert same(Run(first.tally, np.concatenate([first.scores, rest.scores])), whole)


def test_another_seed_gives_other_games(contest: Contest, whole: Run) -> None:
    assert not same(simulate(contest, PAIRS, 12, keep_scores=True), whole)


def test_parts_of_many_contests(contest: Contest, mirrored: Contest, whole: Run) -> None:
    parts = [Part(contest, PAIRS), Part(mirrored, 5), Part(contest, 0), Part(contest, 5, first_pair=7)]
    with Workers(2) as two:
        runs = dict(simulate_parts(parts, 11, workers=two, keep_scores=True))
    assert sorted(runs) == [0, 1, 2, 3]
    assert same(runs[0], whole)
    assert [runs[i].tally.pairs for i in range(4)] == [PAIRS, 5, 0, 5]
    assert np.array_equal(runs[3].scores, whole.scores[7:12])
    assert np.array_equal(runs[1].scores, 4 - whole.scores[:5])  # the same games, seen from the other side


def test_a_contest_survives_the_way_to_another_process(contest: Contest, whole: Run) -> None:
    copy: Contest = pickle.loads(pickle.dumps(contest))
    with Workers(1) as one:
        assert same(simulate(copy, PAIRS, 11, workers=one, keep_scores=True), whole)


def stop_after(chunks: int) -> Any:
    left = iter(range(chunks))

    def on_chunk(_: int) -> None:
        if next(left, None) is None:
            raise KeyboardInterrupt

    return on_chunk


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """Chunks of 4 pairs, and a list of those that were really played."""
    played: list[tuple[int, int]] = []
    real = contests.play_chunk

    def play(contest: Contest, seed: int, low: int, high: int) -> Any:
        played.append((low, high))
        return real(contest, seed, low, high)

    monkeypatch.setattr(contests, "CHUNK_PAIRS", 4)
    monkeypatch.setattr(contests, "play_chunk", play)
    return played


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_stopped_run_goes_on_and_gives_the_same(
    contest: Contest, whole: Run, tmp_path: Path, counted: list[tuple[int, int]], jobs: int
) -> None:
    folder = tmp_path / "run"
    with (
        pytest.raises(Interrupted) as stopped,
        resumable(folder, ["matchup", "a", "--games", "60"]) as kept,
        Workers(jobs, checkpoint=kept) as workers,
    ):
        simulate(contest, PAIRS, 11, workers=workers, keep_scores=True, on_chunk=stop_after(3))
    assert stopped.value.resume == f"kotc-sim matchup a --games 60 --resume {folder}"
    before = len(counted)
    with resumable(folder, []) as kept, Workers(1, checkpoint=kept) as workers:
        finished: list[int] = []
        run = simulate(contest, PAIRS, 11, workers=workers, keep_scores=True, on_chunk=finished.append)
    assert same(run, whole)
    assert sum(finished) == 2 * PAIRS
    assert len(counted) - before <= 8 - 3  # at least what had been counted was not played again
    now = len(counted)
    with resumable(folder, []) as kept, Workers(1, checkpoint=kept) as workers:
        assert same(simulate(contest, PAIRS, 11, workers=workers, keep_scores=True), whole)
    assert len(counted) == now  # a finished run plays nothing


def test_other_games_are_not_taken_up(contest: Contest, mirrored: Contest, tmp_path: Path, counted: list[tuple[int, int]]) -> None:
    with resumable(tmp_path / "run", []) as kept, Workers(1, checkpoint=kept) as workers:
        for one, seed, first in ((contest, 1, 0), (contest, 2, 0), (contest, 1, 4), (mirrored, 1, 0)):
            simulate(one, 4, seed, workers=workers, first_pair=first)
    assert len(counted) == 4


def test_the_same_part_twice(contest: Contest, whole: Run, tmp_path: Path, counted: list[tuple[int, int]]) -> None:
    with resumable(tmp_path / "run", []) as kept, Workers(2, checkpoint=kept) as workers:
        runs = dict(simulate_parts([Part(contest, PAIRS)] * 2, 11, workers=workers, keep_scores=True))
    assert same(runs[0], whole)
    assert same(runs[1], whole)


def test_a_run_without_a_folder_keeps_its_games_in_the_cache(
    contest: Contest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, counted: list[tuple[int, int]]
) -> None:
    monkeypatch.setattr("kotc_sim.runs.checkpoint.cache_base", lambda: tmp_path)
    monkeypatch.setattr("kotc_sim.runs.checkpoint.FLUSH_SECONDS", 0.0)
    for _ in range(2):
        with resumable(None, ["matchup"]) as kept:
            with Workers(1, checkpoint=kept) as workers:
                simulate(contest, 4, 1, workers=workers)
            assert list((tmp_path / "runs").glob("*/*.npz"))
        with results_written():
            assert list((tmp_path / "runs").iterdir())
    assert len(counted) == 1  # the same command finds them
    with pytest.raises(Interrupted) as stopped, resumable(None, ["matchup", "other"]) as kept, Workers(1, checkpoint=kept) as workers:
        simulate(contest, 4, 1, workers=workers, on_chunk=stop_after(0))
    assert str(tmp_path / "runs") in stopped.value.resume
    with pytest.raises(KeyboardInterrupt) as plain, resumable(None, ["matchup", "a third"]):
        raise KeyboardInterrupt
    assert not isinstance(plain.value, Interrupted)  # nothing finished, nothing to resume


def test_brief_parts_of_a_search_are_not_kept_where_nobody_asked(contest: Contest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kotc_sim.runs.checkpoint.cache_base", lambda: tmp_path)
    parts = [Part(contest, 1, first) for first in range(MANY_PARTS)]
    for folder, some, kept_ones in ((None, parts, False), (None, parts[1:], True), (tmp_path / "run", parts, True)):
        with resumable(folder, ["meta", str(len(some))]) as kept, Workers(1, checkpoint=kept) as workers:
            assert len(list(simulate_parts(some, 1, workers=workers))) == len(some)
        assert kept.written is kept_ones


def test_a_session_lends_workers_and_goes_on_in_a_notebook(
    contest: Contest, whole: Run, tmp_path: Path, counted: list[tuple[int, int]]
) -> None:
    asked = functools.partial(Asked, jobs=1, resume=tmp_path / "run")
    with pytest.raises(Interrupted), session(asked(arguments=["matchup"]), 2 * PAIRS) as how:
        simulate(contest, PAIRS, 11, workers=how["workers"], keep_scores=True, on_chunk=stop_after(3))
    before = len(counted)
    with session(asked()) as how:
        assert same(simulate(contest, PAIRS, 11, keep_scores=True, **how), whole)
    assert before + len(counted[before:]) <= 8 + 1  # at most one chunk was played twice
    with session(asked()) as how:
        simulate(contest, PAIRS, 11, keep_scores=True, **how)
    assert len(counted) <= 9  # all of it was kept
    with session(Asked(jobs=1)) as how:
        assert how["workers"].checkpoint is None


def test_folders_that_are_no_runs_are_refused(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear sister")
    with pytest.raises(KotcError, match="something that is not a run"):
        Checkpoint(tmp_path)
    with pytest.raises(KotcError, match="is a file"):
        Checkpoint(tmp_path / "letter.txt")
    other = tmp_path / "other"
    other.mkdir()
    (other / "run.json").write_text('{"version": "0.0.0-abc"}')
    with pytest.raises(KotcError, match="other sources"):
        Checkpoint(other)
    (other / "run.json").write_text("{")
    with pytest.raises(KotcError, match="not the note"):
        Checkpoint(other)


def played(contest: Contest, folder: Path) -> Run:
    with resumable(folder, []) as kept, Workers(1, checkpoint=kept) as workers:
        return simulate(contest, 2, 1, workers=workers)


def test_a_damaged_part_is_played_again(
    contest: Contest, tmp_path: Path, counted: list[tuple[int, int]], capsys: pytest.CaptureFixture[str]
) -> None:
    """Any damage: a part whose checksum did not see it would raise, or count wrong games."""
    folder = tmp_path / "run"
    whole = played(contest, folder)
    (file,) = folder.glob("*.npz")
    content = file.read_bytes()
    rng = random.Random(1)
    damaged = [b"", content[:10], content[:100], content + b"x", b"PK" + content]
    for _ in range(20):
        flipped = bytearray(content)
        flipped[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
        damaged.append(bytes(flipped))
    for data in damaged:
        file.write_bytes(data)
        capsys.readouterr()
        before = len(counted)
        assert same(played(contest, folder), whole)
        assert len(counted) == before + 1
        assert f"{str(file)!r} is damaged" in capsys.readouterr().err
        assert file.read_bytes()[16:] == content[16:]  # made again


def test_a_damaged_note_is_made_again(
    contest: Contest, tmp_path: Path, counted: list[tuple[int, int]], capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "run"
    played(contest, folder)
    note = folder / "run.json"
    text = note.read_text()
    for data in ("", "{", "[]", text.replace("version", "versiom"), text.replace('"command": "', '"command": "x'), text[:-30]):
        note.write_text(data)
        before = len(counted)
        played(contest, folder)
        assert len(counted) == before  # the parts are whole, and of these sources
        assert f"{str(note)!r} is damaged" in capsys.readouterr().err
        assert not note.exists() or json.loads(note.read_text()) == json.loads(text)
    note.unlink(missing_ok=True)


def test_parts_of_other_sources_without_a_note_are_not_taken_up(
    contest: Contest, tmp_path: Path, counted: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as older:
        older.setattr("kotc_sim.runs.checkpoint.source_version", lambda: "0.0.0-abc")
        played(contest, tmp_path / "run")
    (tmp_path / "run" / "run.json").write_text("{")
    before = len(counted)
    played(contest, tmp_path / "run")
    assert len(counted) == before + 1


def test_what_a_killed_process_was_writing_is_no_obstacle(contest: Contest, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    for name in (".run.12ab34cd.json", f".{'a' * 24}.12ab34cd.npz"):
        (folder / name).write_text("{")
    played(contest, folder)
    assert not [path for path in folder.iterdir() if path.name.startswith(".")]


def test_folders_of_killed_runs_are_removed_when_old(contest: Contest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kotc_sim.runs.checkpoint.cache_base", lambda: tmp_path)
    old, new = tmp_path / "runs" / "old", tmp_path / "runs" / "new"
    for folder in (old, new):
        folder.mkdir(parents=True)
        (folder / "run.json").write_text("{}")
    os.utime(old, (0, time.time() - OLD_SECONDS - 60))
    with resumable(None, ["matchup"]):
        pass
    assert (old.exists(), new.exists()) == (False, True)


def test_a_folder_that_cannot_be_written_is_a_warning(
    contest: Contest, whole: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("kotc_sim.runs.checkpoint.FLUSH_SECONDS", 0.0)

    def full(*_: object) -> None:
        raise KotcError("cannot be written: No space left on device", file="x")

    monkeypatch.setattr("kotc_sim.runs.checkpoint.write_output", full)
    for folder in (None, tmp_path / "run"):
        monkeypatch.setattr("kotc_sim.runs.checkpoint.cache_base", lambda: tmp_path)
        with resumable(folder, ["matchup"]) as kept, Workers(1, checkpoint=kept) as workers:
            assert same(simulate(contest, PAIRS, 11, workers=workers, keep_scores=True), whole)
        assert capsys.readouterr().err.count("warning: finished games cannot be kept; the run goes on") == 1


def test_a_folder_that_was_removed_meanwhile_is_made_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same command, started again beside this one, begins again with the same folder."""
    kept = Checkpoint(tmp_path / "run", "kotc-sim matchup", seconds=1e9)
    for number in range(2):
        kept.note(f"{number:024x}", Saved(Tally(), np.zeros(0, np.int8), set()))
        kept.flush()
        assert Checkpoint(tmp_path / "run").load(f"{number:024x}") is not None
        shutil.rmtree(tmp_path / "run")
    assert capsys.readouterr().err == ""


def test_many_small_parts_do_not_wait_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kotc_sim.runs.checkpoint.MOST_UNWRITTEN", 3)
    kept = Checkpoint(tmp_path / "run", seconds=1e9)
    for number in range(7):
        kept.note(f"{number:024x}", Saved(Tally(), np.zeros(0, np.int8), set()))
    assert len(list((tmp_path / "run").glob("*.npz"))) == 2
    again = Checkpoint(tmp_path / "run")
    assert [again.load(f"{number:024x}") is not None for number in range(7)] == [True] * 6 + [False]


def test_the_name_of_a_part_does_not_depend_on_where_machine_code_lies(contest: Contest) -> None:
    name = digest_of(contest)
    game: Any = match_of(contest.decks)
    record = game.record
    for field in ("advance", "handlers", "services"):
        before = np.copy(record[field])
        record[field] = before + np.uint64(4096)
        assert digest_of(contest) == name
        record[field] = before
    record.starting_hp += 1
    assert digest_of(contest) != name
    record.starting_hp -= 1


def test_the_name_of_a_part_is_the_same_for_decks_that_are_loaded_again(contest: Contest) -> None:
    again = Contest((load_deck(DECKS / "rats.yaml"), load_deck(DECKS / "storm.yaml")), contest.strategies)
    serials = [match_of(one.decks).record.serial for one in (contest, again)]
    assert serials[0] != serials[1]
    assert digest_of(again) == digest_of(contest)


def test_long_runs_have_longer_chunks_but_never_few(contest: Contest, tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text("from kotc_sim.strategies.keeper.greedy import score as greedy\n")
    searching = Contest(contest.decks, ("lookahead@400:greedy", "greedy"))
    own = Contest(contest.decks, ("greedy", f"{mine}:greedy"))
    for pairs in (1, 255, 256, 1000, 20_000, 70_000, 1_000_000):
        spans = [*Part(contest, pairs, first_pair=3).spans()]
        assert [low for low, _ in spans] == [3, *(high for _, high in spans[:-1])]
        assert spans[-1][1] == 3 + pairs
        longest = max(high - low for low, high in spans)
        assert longest <= contests.CHUNK_PAIRS or len(spans) >= contests.ENOUGH_CHUNKS
        assert longest <= contests.MOST_TIMES * contests.CHUNK_PAIRS
        assert {high - low for low, high in [*Part(searching, pairs).spans()][:-1]} <= {contests.SEARCH_CHUNK_PAIRS}
    assert contests.chunk_size(contest, 1_000_000) == contests.MOST_TIMES * contests.CHUNK_PAIRS
    assert contests.chunk_size(own, 1_000_000) == contests.CHUNK_PAIRS
    assert contests.chunk_size(Contest(contest.decks, ("quick", "greedy")), 1_000_000) == contests.MOST_TIMES * contests.CHUNK_PAIRS
    assert contests.chunk_size(Contest(contest.decks, ("greedy", "best")), 1_000_000) == contests.SEARCH_CHUNK_PAIRS
    assert contests.chunk_size(Contest(contest.decks, ("greedy", f"lookahead:{mine}")), 1_000_000) == contests.SEARCH_CHUNK_PAIRS


def test_time_without_a_finished_chunk_is_counted_in_looks(contest: Contest, whole: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that is stopped for an hour during a look, and goes on, has lost that look only; a strategy that loops is told."""
    asked: list[float] = []

    def nothing_yet(waiting: Any, timeout: float, **options: Any) -> Any:
        asked.append(timeout)
        wait(waiting, **options)
        return set(), waiting

    monkeypatch.setattr(playing, "wait", nothing_yet)
    with Workers(1) as one, pytest.raises(KotcError, match=r"no game ended within 600 s \(random against random\)"):
        simulate(contest, PAIRS, 11, workers=one)
    assert (sum(asked), max(asked)) == (playing.STALL_SECONDS, playing.LOOK_SECONDS)
    looks = iter([nothing_yet])
    monkeypatch.setattr(playing, "wait", lambda waiting, **options: next(looks, wait)(waiting, **options))
    with Workers(1) as one:
        assert same(simulate(contest, PAIRS, 11, workers=one, keep_scores=True), whole)


FAULTS = """
import resource
from kotc_sim.games.keeper.cards.deck import load_deck
from kotc_sim.runs.contest import Contest, play_chunk
contest = Contest((load_deck("decks/rats.yaml"), load_deck("decks/storm.yaml")), ("lookahead", "lookahead"))
play_chunk(contest, 1, 0, 8)
before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
play_chunk(contest, 1, 8, 16)
print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
"""


@pytest.mark.skipif(PLAIN_PYTHON, reason="memory of a search is asked for by kernels")
def test_a_search_uses_its_memory_again_where_the_environment_says_otherwise() -> None:
    """Dask sets this for its workers; pages were then cleared at each decision, tens of thousands in sixteen games."""
    if not keep_freed_memory():
        pytest.skip("this C library has no mallopt")
    environment = {**os.environ, "MALLOC_TRIM_THRESHOLD_": "65536"}
    found = subprocess.run([sys.executable, "-c", FAULTS], cwd=DECKS.parent, env=environment, capture_output=True, text=True, check=True)
    assert int(found.stdout) < 1_000


def test_the_longest_and_shortest_games_are_kept(contest: Contest) -> None:
    results, seen = play_games(contest, 11, 0, 2 * PAIRS)
    tally, _ = count_games(results, seen, 100)
    lengths = [int(turns) for turns in results["turns"]]
    assert len(set(lengths)) < len(lengths)  # some tie: the earlier one comes first
    for kind, sign in (("long", -1), ("short", 1)):
        order = sorted(range(len(lengths)), key=lambda game: (sign * lengths[game], game))[:NOTABLE]
        assert tally.notable[kind] == [(100 + game, -sign * lengths[game]) for game in order]


def test_the_first_call_of_each_pair_of_strategies_is_made_by_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """numba is not safe where two threads hand it a kind of argument that it has not seen before."""
    calls: list[int] = []

    class Playing:
        def play(self, pilots: Any, seed: int, low: int, high: int) -> tuple[Any, Any]:
            if high == low:
                time.sleep(0.05)  # the others would overtake it
            calls.append(high - low)
            return None, None

    monkeypatch.setattr(contests, "_begun", set())
    monkeypatch.setattr(contests, "match_of", lambda decks: Playing())
    monkeypatch.setattr(contests, "pilots_of", lambda contest: (None, None))
    with ThreadPoolExecutor(4) as pool:
        for strategies in (("greedy", "random"), ("random", "greedy")):
            calls.clear()
            played = [pool.submit(contests.play_games, Contest((), strategies), 1, low, low + 2) for low in range(8)]
            assert all(one.exception() is None for one in played)
            assert calls == [0, *[2] * 8]


@pytest.mark.parametrize("decks", [("rats", "storm"), ("levelup/ember-and-stone", "levelup/tide-and-grove")])
def test_no_games_can_be_played(decks: tuple[str, str]) -> None:
    read = [games.read(DECKS / f"{name}.yaml", "deck") for name in decks]
    contest = Contest(tuple(game.deck(root) for game, root in read), ("random", "random"))
    results, seen = match_of(contest.decks).play(contests.pilots_of(contest), 1, 4, 4)
    assert (len(results), len(seen)) == (0, 0)


def test_chunks_of_a_huge_run_are_not_listed(contest: Contest) -> None:
    """A tournament of 10¹² games took gigabytes before the first game was counted."""
    spans = Part(contest, 10**12, first_pair=5).spans()
    size = contests.CHUNK_PAIRS * contests.MOST_TIMES
    assert len(spans) == -(-(10**12) // size)
    assert (next(iter(spans)), spans.starts.stop) == ((5, 5 + size), 5 + 10**12)
    assert (5 + size, 5 + 2 * size) in spans
    assert (6, 6 + size) not in spans
    assert (5, 6) not in spans
    tracemalloc.start()
    with Workers(1) as workers, pytest.raises(KeyboardInterrupt):
        simulate(contest, 10**12, 1, workers=workers, on_chunk=stop_after(0))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 50_000_000


def test_games_longer_than_the_table_are_told(contest: Contest) -> None:
    results, seen = play_games(contest, 11, 0, 4)
    results["turns"][1:3] = (MAX_TURNS - 1, 9_999)
    tally, _ = count_games(results, seen, 0)
    assert tally.long == 1
    assert LONGEST == MAX_TURNS
    noted = limits_of(tally, match_of(contest.decks).names, match_of(contest.decks).owners, contest.strategies)
    assert noted.long == 1
    assert "1 game lasted 400 turns or more; figures of turns count it as 400." in notes(Result(command="matchup", seed=1, limits=noted))


def test_a_part_comes_back_as_it_was_kept(whole: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of other sources, or where its counts have other shapes, nothing is taken up."""
    saved = Saved(whole.tally, whole.scores, {(0, 3), (3, PAIRS)})
    other = Saved(Tally(), np.zeros(3, np.int8), set())
    adding = Saved(Tally(), np.zeros(3, np.int8), set(), counting=True)
    keys, kept = pack({"a": other, "b": saved, "adding": adding, "c": other}, "these")
    assert keys == ["a", "b", "c"]
    found_pack = unpack(kept, "these")
    assert found_pack is not None
    for key, part in (("a", other), ("b", saved), ("c", other)):
        found = found_pack.part(key)
        assert found.tally == part.tally
        assert found.done == part.done
        assert found.scores.tolist() == part.scores.tolist()
    assert unpack(pack({"a": saved}, "others")[1], "these") is None
    monkeypatch.setattr("kotc_sim.runs.saved.Tally.arrays", lambda tally: {"table": tally.table})
    assert unpack(kept, "these") is None


def test_a_part_that_goes_on_leaves_no_older_file(tmp_path: Path, whole: Run) -> None:
    """A file goes when all its parts are in later ones, and a folder opened again finds the latest of each."""
    folder = tmp_path / "run"
    kept = Checkpoint(folder, seconds=1e9)
    one, two = f"{1:024x}", f"{2:024x}"
    for number in range(4):
        for key in (one, two) if number == 1 else (one,):
            kept.note(key, Saved(whole.tally, whole.scores, {(k, k + 1) for k in range(number + 1)}))
        kept.flush()
        again = Checkpoint(folder).load(one)
        assert again is not None
        assert len(again.done) == number + 1
    assert sorted(int(path.stem, 16) for path in folder.glob("*.npz")) == [2, 4]
    other = Checkpoint(folder).load(two)
    assert other is not None
    assert other.tally == whole.tally


def test_games_of_pilots_from_elsewhere_are_played_again(contest: Contest) -> None:
    assert is_built_in(contest)
    assert is_built_in(replace(contest, strategies=("best@96", "lookahead:aggro")))
    assert not is_built_in(replace(contest, strategies=("greedy", "lookahead:mine.py")))
