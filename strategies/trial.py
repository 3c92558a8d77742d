"""The trial of a strategy from a file; ``check.py`` runs it: ``python -m kotc_sim.strategies.trial SPEC GAMES``.

Every answer is looked at: scores must be finite numbers, and neither the game nor the match may be changed.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

import numba
import numpy as np

from kotc_sim.errors import KotcError
from kotc_sim.strategies.api import Strategy
from kotc_sim.strategies.check import say

DECK = """
name: Trial
edition: kotc-17
cards:
  8: minion 1/2
  6: [minion 2/4, Lens, Bolt]
  5: [Oracle, Warden]
  4: [Feint]
library:
  - {name: Lens, kind: spell, text: "Draw 2 cards."}
  - {name: Bolt, kind: spell, text: "Target 1 on-field minion; destroy it."}
  - {name: Feint, kind: spell, text: "When enemy casts a spell or activates an ability: 1-dice-heal yourself."}
  - {name: Oracle, kind: minion, sp: 1, hp: 1, text: "SEE: Target up to 2 on-field minions; place 1 Sword Counter on each target."}
  - name: Warden
    kind: minion
    sp: 1
    hp: 3
    text: "GUARD: When this card defends, after Defense Formation (ghost-play): Target this card; place 1 Shield Counter on it."
"""


class Failure(Exception):
    """What a strategy did wrong."""


def main(spec: str, games: int) -> None:
    """Load, compile and try a strategy; write messages to standard output."""
    from kotc_sim.strategies.plugin import compiled_or_error
    from kotc_sim.strategies.registry import load_strategy

    try:
        strategy = load_strategy(spec)
        path = Path(strategy.file or spec)
        try:
            compiled = compiled_or_error(strategy)
            decks = _match()
            opponent = load_strategy("random").compiled
            say("playing")
            play(strategy, compiled, opponent, decks, games)
        except Failure as failure:
            say("error", what=str(failure), file=str(path), line=None, fix="See docs/strategies.md")
            return
    except KotcError as error:
        say("error", what=error.what, file=error.file, line=error.line, fix=error.fix)
        return
    say("passed")


def _match() -> Any:
    from kotc_sim.cards.deck import load_deck
    from kotc_sim.match import compile_match

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "trial.yaml"
        path.write_text(DECK)
        deck = load_deck(path)
    return compile_match([deck, deck])


def play(strategy: Strategy, compiled: Any, opponent: Any, match: Any, games: int) -> None:
    """Play games against the opponent, looking at every answer; raise `Failure` with what is wrong."""
    from kotc_sim.engine import machine, record
    from kotc_sim.engine.kinds import Ask, Opt

    g = record.new_game()
    m = match.record
    scores = record.new_scores()
    for game in range(games):
        machine.deal(g, m, np.uint64(game), 0, 0)
        g.players[game % 2].asks_dice = int(strategy.orders_dice)
        for _ in range(20000):
            machine.advance(g, m)
            if g.over:
                break
            me = int(g.asked)
            if me == game % 2:
                _ask(strategy, compiled, g, m, me, scores)
                bad = np.flatnonzero(~np.isfinite(scores[: g.n_options]))
                if len(bad):
                    option = g.options[int(bad[0])]
                    raise Failure(
                        f"the strategy {strategy.name!r} returned {scores[bad[0]]} for the option "
                        f"{Opt(int(option.kind)).name} of a decision {Ask(int(g.ask)).name}"
                    )
            else:
                opponent(g, m, me, scores)
            g.choice = machine.pick_best(g, me, scores)
            g.ask = 0
        else:
            raise Failure(f"a game of the strategy {strategy.name!r} did not end")


def _ask(strategy: Strategy, compiled: Any, g: Any, m: Any, me: int, scores: Any) -> None:
    before, fixed = g.tobytes(), m.tobytes()
    scores[:] = np.nan
    try:
        compiled(g, m, me, scores)
    except Exception as error:
        from kotc_sim.strategies.files import line_in

        path = Path(strategy.file or "")
        raise KotcError(
            f"the strategy {strategy.name!r} raised {type(error).__name__}: {error}",
            file=path,
            line=line_in(error, path),
            fix="Guard the case, for instance an index of -1 or an empty zone",
        ) from error
    if g.tobytes() != before or m.tobytes() != fixed:
        raise Failure(f"the strategy {strategy.name!r} changed the game, which it may only read")


if __name__ == "__main__":
    if numba.config.DISABLE_JIT:
        np.seterr(over="ignore", divide="raise", invalid="raise")
    main(sys.argv[1], int(sys.argv[2]))
