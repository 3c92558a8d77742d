"""Two kinds of cards that carry a component: an ability of a small minion, used turn after turn, and a spell, used once."""

from __future__ import annotations

from dataclasses import dataclass

from kotc_sim.errors import KotcError
from kotc_sim.experiments.keeper.probes import Probe, creature, probe
from kotc_sim.games.keeper.cards.card import Card
from kotc_sim.games.keeper.cards.legality import card_problems
from kotc_sim.games.keeper.cards.tree import Ability
from kotc_sim.games.keeper.editions import Edition, Row
from kotc_sim.games.keeper.reference import bodies, minion

BODY_LEVEL = 2
"""Level of the small minion: one that homes of any edition pay early."""
ABILITY, SPELL, CARD = "ability of a small minion", "spell", "card"


@dataclass(frozen=True)
class Use:
    """A card with a component, and the card without it.

    Attributes
    ----------
    kind : str
        `ABILITY`, `SPELL`, or `CARD` for a component that is no effect.
    probe : Probe
        Amounts and official price.
    card : Card
    base : Card or None
        None: without the component there is no card, and the home keeps its own.
    """

    kind: str
    probe: Probe
    card: Card
    base: Card | None


def uses(row: Row, edition: Edition, x: int = 1, t: int = 1) -> list[Use]:
    """Return the cards that carry a component at these amounts.

    Raises
    ------
    KotcError
        If no legal card can.
    """
    found = probe(row, edition, x, t)
    if row.section != "effect":
        return [Use(CARD, found, found.card, found.base)]
    made = [] if found.base is not None else [Use(SPELL, found, found.card, None)]
    made.insert(0, Use(ABILITY, found, on_small_body(found.card, edition), small_body(edition)))
    legal = [use for use in made if not card_problems(use.card, edition)]
    if not legal:
        raise KotcError(f"no simple card can carry {row.text!r}", fix="Rate a card of your own with it: kotc-sim rate")
    return legal


def on_small_body(card: Card, edition: Edition) -> Card:
    """Return the small minion that can do what a card's first ability says."""
    body, own = small_body(edition), card.abilities[0]
    name = "PROBE" if edition.wording.ability_names == "required" else ""
    return creature(edition, body.sp, body.hp, None, Ability(name, own.condition, own.costs, own.subs))


def small_body(edition: Edition) -> Card:
    """Return the plain minion of level 2 with 1 SP, or the nearest to it: one that lives to use an ability."""
    options = bodies(edition, BODY_LEVEL)
    return minion(edition, *min(options, key=lambda body: (abs(body[0] - 1), body)))
