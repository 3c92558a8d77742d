"""Ability trees written as card texts, which the parser reads back to the same trees; and as cards at the formula's price."""

from collections.abc import Sequence

from kotc_sim.games.keeper.cards.card import Card
from kotc_sim.games.keeper.cards.level import price
from kotc_sim.games.keeper.cards.tree import Ability, Component, SubAbility
from kotc_sim.games.keeper.cards.wording import most_targets, write
from kotc_sim.games.keeper.editions import Edition


def write_text(caveat: Component | None, abilities: Sequence[Ability], edition: Edition) -> str:
    """Return the text of a card in an edition's wording.

    Paragraphs separated by line breaks. ``caveat``: written as the first paragraph. ``abilities``: one paragraph each. In the style with
    sentences an ability is written with its first sub-ability only, since there it has no more.
    """
    paragraphs = [] if caveat is None else [write(caveat, edition)]
    arrows = edition.wording.style == "arrows"
    paragraphs += [_arrows(ability, edition) if arrows else _sentences(ability, edition) for ability in abilities]
    if not abilities and edition.wording.no_abilities:
        paragraphs.append(edition.wording.no_abilities)
    return "\n".join(paragraphs)


def compose(
    edition: Edition,
    abilities: tuple[Ability, ...] = (),
    caveat: Component | None = None,
    *,
    body: tuple[int, int] | None = None,
    name: str = "",
) -> Card:
    """Return a card with these abilities, priced by the formula: a minion if it has a body, SP and HP, else a spell.

    Its text is the printer's; a plain minion with a name of its own has none. By default a card is named by its body and text.
    """
    kind, (sp, hp) = ("spell", (0, 0)) if body is None else ("minion", body)
    bill = price(edition, kind, sp, hp, caveat, abilities)
    text = write_text(caveat, abilities, edition) if abilities or caveat is not None or not name else ""
    name = name or (text if body is None else f"{sp}/{hp} {text}")
    return Card(name, kind, sp, hp, abilities, caveat, bill.level, None, bill.ultra, edition.name, edition.number, text)


def _arrows(ability: Ability, edition: Edition) -> str:
    parts = [f"{ability.name}:"] if ability.name else []
    if ability.condition is not None:
        parts.append(write(ability.condition, edition))
    if ability.costs:
        costs = [write(cost, edition) for cost in ability.costs]
        if ability.condition is None:
            costs[0] = _capital(costs[0])
        parts.append(_join(costs, edition) + "→")
    parts += [_sub(sub, edition) for sub in ability.subs]
    return " ".join(parts)


def _join(costs: list[str], edition: Edition) -> str:
    if edition.wording.cost_join == "also":
        return ", also ".join(costs)
    if len(costs) < 3:
        return " and ".join(costs)
    return ", ".join(costs[:-1]) + ", and " + costs[-1]


def _sub(sub: SubAbility, edition: Edition) -> str:
    single = most_targets(sub.target) == 1
    effects = edition.wording.effect_join[0].join(write(effect, edition, single=single) for effect in sub.effects)
    return _capital(effects) + "." if sub.target is None else f"{write(sub.target, edition)} {effects}."


def _sentences(ability: Ability, edition: Edition) -> str:
    parts = [] if ability.condition is None else [write(ability.condition, edition)]
    parts += [write(cost, edition) for cost in ability.costs]
    for sub in ability.subs:
        parts += [] if sub.target is None else [write(sub.target, edition)]
        parts += [write(effect, edition) for effect in sub.effects]
    return " ".join(parts)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
