"""Write the golden transcripts and the behaviour signature again (tests/golden/).

For each pair of shipped decks of one edition: the shortest and the longest of the first games, all cards open, each
player playing any legal option (so that only rules can change them, and no strategy's weights). The diff is the
review: commit it on its own, and quote the new signature in the message.
"""

from __future__ import annotations

import hashlib
import itertools
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from kotc_sim import games
from kotc_sim.games.shipped import list_shipped_decks
from kotc_sim.runs import Contest, play_games, replay

ROOT = Path(__file__).resolve().parents[1]
GOLDEN = ROOT / "tests" / "golden"
SEED = 1
CHOOSE_FROM = 20
SIGNATURE_GAMES = 40
STRATEGIES = ("random", "random")


def pairs() -> Iterator[tuple[str, Contest]]:
    """Yield the name and the contest of each pair of shipped decks of one edition, of all games."""
    decks: dict[str, list[tuple[str, Any]]] = {}
    for path in list_shipped_decks([name for game in games.GAMES.values() for name in game.editions()]):
        game, root = games.read(path, "deck")
        deck = game.deck(root)
        decks.setdefault(deck.edition.name, []).append((path.stem, deck))
    for edition in sorted(decks):
        for (a, deck_a), (b, deck_b) in itertools.combinations(decks[edition], 2):
            names = (edition, a.removeprefix(f"{edition}-"), b.removeprefix(f"{edition}-"))
            yield "-".join(names), Contest((deck_a, deck_b), STRATEGIES)


def transcript(contest: Contest, game: int) -> str:
    """Return a whole game as text, with a head that says which it is."""
    played = replay(contest, game, SEED, omniscient=True)
    head = [f"game {game} of seed {SEED}, {' against '.join(contest.strategies)}"]
    head += [f"Player {seat}: {name}" for seat, name in enumerate(played.seats, 1)]
    return "\n".join([*head, "", *played.lines]) + "\n"


def game_number(text: str) -> int:
    """Return which game a transcript tells, from its first line."""
    return int(text.split(maxsplit=2)[1])


def shortest_and_longest(contest: Contest) -> dict[str, int]:
    """Return the games with the fewest and the most turns among the first."""
    results, _ = play_games(contest, SEED, 0, CHOOSE_FROM)
    turns = results["turns"].tolist()
    return {"short": turns.index(min(turns)), "long": turns.index(max(turns))}


def signature() -> dict[str, str]:
    """Return a number of eight digits for each edition, over the results of a fixed set of games: all pairs of its decks."""
    digests: dict[str, Any] = {}
    for name, contest in pairs():
        results, seen = play_games(contest, SEED, 0, SIGNATURE_GAMES)
        digest = digests.setdefault(contest.decks[0].edition.name, hashlib.sha256())
        digest.update(name.encode())
        for field in sorted(results.dtype.names):
            digest.update(field.encode() + results[field].astype("<i8").tobytes())
        digest.update(seen.tobytes())
    return {edition: f"{int.from_bytes(digest.digest()[:8]) % 10**8:08d}" for edition, digest in digests.items()}


def signature_text() -> str:
    """Return the signature as its file has it: an edition a line."""
    return "".join(f"{edition} {number}\n" for edition, number in signature().items())


def main() -> int:
    """Write all files; remove those of pairs that are gone."""
    GOLDEN.mkdir(exist_ok=True)
    written = set()
    for name, contest in pairs():
        for length, game in shortest_and_longest(contest).items():
            path = GOLDEN / f"{name}-{length}.txt"
            path.write_text(transcript(contest, game), encoding="utf-8")
            written.add(path)
    for path in set(GOLDEN.glob("*-*.txt")) - written:
        path.unlink()
    text = signature_text()
    (GOLDEN / "signature.txt").write_text(text, encoding="utf-8")
    print(f"{len(written)} transcripts, signature:\n{text}", end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
