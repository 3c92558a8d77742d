"""What one SP and one HP are worth: plain minions with more of it, compared with a plain minion, each at its own level."""

import math
from collections.abc import Sequence
from fractions import Fraction

from kotc_sim.errors import KotcError, read_all
from kotc_sim.games.design import BattleNumbers
from kotc_sim.games.keeper.design.test_cards import Use, find_row
from kotc_sim.games.keeper.editions import Edition, Row
from kotc_sim.games.keeper.editions.formula import parse_formula
from kotc_sim.games.keeper.reference import minion

BODY = "body"  # section of these rows, and the kind of their carriers
STATS = ("sp", "hp")
BASE = (2, 2)
"""SP and HP of the minion that gets more."""
MOST_MORE = 6  # points that are added at most


def require_texts(texts: Sequence[str], edition: Edition) -> None:
    """Raise a `KotcError` for a text that is neither of `STATS` nor a component of the edition; see `test_cards.find_row`."""
    read_all((text for text in texts if text.strip().lower() not in STATS), lambda text: find_row(text, edition))


def body_row(stat: str, edition: Edition) -> Row:
    """Return SP or HP (``sp``, ``hp``) as a row of the vocabulary, priced as the edition prices the first points above `BASE`."""
    return Row(f"{BODY}.{stat}", BODY, stat, f"+{{x}} {stat.upper()}", parse_formula(f"x * {_price(stat, edition)}"))


def body_uses(row: Row, edition: Edition) -> list[list[Use]]:
    """Return minions with more of it, each with the one without, by points: those whose levels differ by what the points cost, unrounded.

    A `KotcError` if none does.
    """
    base = minion(edition, *BASE)
    found = []
    for x in range(1, MOST_MORE + 1):
        card = minion(edition, *_more(row.name, x))
        official = x * _price(row.name, edition)
        if card.level - base.level == official:
            found.append([Use(BODY, row, x, 1, card, base, official)])
    if not found:
        raise KotcError(f"{edition.name} has no whole level for any number of {row.name.upper()}", fix="Rate minions: kotc-sim rate")
    return found


def _more(stat: str, x: int) -> tuple[int, int]:
    sp, hp = BASE
    return (sp + x, hp) if stat == "sp" else (sp, hp + x)


def _price(stat: str, edition: Edition) -> Fraction:
    """Return what one point costs above `BASE`, unrounded."""
    formula = parse_formula(str(edition.rules["base_level"]), frozenset(STATS))
    one, none = ({"sp": sp, "hp": hp} for sp, hp in (_more(stat, 1), BASE))
    return formula.evaluate(**one) - formula.evaluate(**none)


def takes_off(row: Row) -> bool:
    """Say whether a component makes a card cheaper: a cost, a condition or a caveat."""
    return row.section not in ("effect", "target", BODY)


def battle_numbers(edition: Edition) -> BattleNumbers:
    """Return what an edition says of its battles, and how it prices bodies.

    A `KotcError` if it lacks a switch, or who is hit places the dice: then any minion may fall first (4.battle.1).
    """
    if edition.rules.get("dice_placed_by") == "hit":
        raise KotcError(
            f"battles of {edition.name} are not worked out on paper: the player who is hit places the dice (4.battle.1)",
            fix="Name an edition from the 5th on.",
        )
    try:
        formula = parse_formula(str(edition.rules["base_level"]), frozenset(STATS))
        least = int(edition.rules["minion_level_min"])
        return BattleNumbers(
            piercing=bool(edition.rules["piercing"]),
            leftover_defense=edition.rules["leftover_defense"] == "attacker_if_player",
            victim_gone=str(edition.rules["victim_gone"]),
            starting_hp=int(edition.rules["starting_hp"]),
            level=lambda sp, hp: max(least, math.ceil(formula.evaluate(sp=sp, hp=hp))),
        )
    except KeyError as error:
        raise KotcError(f"the edition {edition.name} does not have the switch {error}") from error
