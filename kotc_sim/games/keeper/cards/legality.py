"""What may be played: cards and decks against an edition's rules, each problem with its rule and its cure."""

from kotc_sim.games.keeper.cards.card import Card, Deck
from kotc_sim.games.keeper.cards.text import Text, list_words, normalize
from kotc_sim.games.keeper.cards.tree import components
from kotc_sim.games.keeper.editions import Edition
from kotc_sim.games.protocol import Problem

_STAT_LIMIT = 99


def age_problems(text: Text, design: int | None, edition: Edition, file: str, line: int) -> tuple[Problem, ...]:
    """Return why a card of some design edition may not be used at all, whatever its level.

    ``text``: the card's text, not yet refurbished. Reasons are a missing indicator (17.deck.6, 12.ban.1), a pruned text (17.refurbish.3,
    17.refurbish.14 to 17.refurbish.16), an earlier edition (12.ban.2), or one not yet known (17.ruling.126).
    """

    def problem(rule: str, what: str, fix: str) -> tuple[Problem, ...]:
        return (Problem(rule, what, fix, file, line),)

    if design is None:
        rule = edition.citations.get("indicator")
        return problem(rule, "the card has no Edition Indicator", f"Add `design_edition: {edition.number}`.") if rule is not None else ()
    if design > edition.number and "future" in edition.citations:
        what = f"the card is of the {ordinal(design)} Edition, which is unknown to {edition.title}"
        return problem(edition.citations["future"], what, f"Design editions go up to {edition.number}.")
    entry = list_words(text, design, edition.prune, edition)
    if entry is None:
        return ()
    if entry.redacted:
        reason = f"holds {entry.text!r}, which the {ordinal(entry.redacted)} Edition redacted"
    elif entry.text:
        reason = f"holds {entry.text!r} and its design edition is below {entry.below}"
    else:
        reason = f"is of the {ordinal(design)} Edition; design editions below {entry.below} are out"
    fix = "Design it again in this edition, and give it that edition's indicator."
    return problem(entry.rule, f"the card is pruned: it {reason}", fix)


def card_problems(card: Card, edition: Edition) -> tuple[Problem, ...]:
    """Return what makes a card illegal: price, banned texts, limits, missing indicator, form."""
    found: list[Problem] = []

    def add(citation: str, what: str, fix: str) -> None:
        rule = edition.citations.get(citation, citation if citation[:1].isdigit() else "")
        found.append(Problem(rule, f"{card.name}: {what}", fix, card.file, card.line))

    level = edition.terms.get("level", "level")
    if card.printed_level is not None and card.printed_level != card.level:
        add(
            "level",
            f"the printed {level} is {card.printed_level}, the formula gives {card.level}",
            f"Write {card.level}, or leave the {level} out.",
        )
    counted_anew = card.design_edition is not None and bool(
        list_words(normalize(card.text, edition), card.design_edition, edition.revised_ultra, edition)
    )
    if card.printed_ultra is not None and card.printed_ultra != card.ultra and not counted_anew:
        add(
            "level",
            f"the printed Ultra Points are {card.printed_ultra}, the texts give {card.ultra}",
            f"Write {card.ultra}, or leave them out.",
        )
    if "stat_limit" in edition.citations and max(card.sp, card.hp) > _STAT_LIMIT:
        add(
            "stat_limit",
            f"{edition.terms['sp']} or {edition.terms['hp']} is above {_STAT_LIMIT}",
            f"Both are numbers from 0 to {_STAT_LIMIT}.",
        )
    for component in components(card.caveat, card.abilities):
        row = component.row
        if row.banned is not None:
            by = f": the {ordinal(row.redacted)} Edition redacted it" if row.redacted else ""
            add(row.banned, f"the text {row.text!r} is banned{by}", "Use another component.")
        for variable, limit in row.vars.items():
            if (component.x if variable == "x" else component.y) > limit:
                add("limit", f"the text {row.text!r} has a number above its limit of {limit}", f"Use at most {limit}.")
        needed = edition.revised_costs.get(row.id, 0)
        if needed and (card.design_edition is None or card.design_edition < needed):
            add(
                "revised",
                f"the text {row.text!r} was revised in the {ordinal(needed)} Edition, and the card's "
                f"indicator names {'no' if card.design_edition is None else 'an earlier'} edition",
                f"Give it `design_edition: {needed}` and its {level} of that edition.",
            )
    if card.kind == "spell" and edition.wording.style == "arrows" and any(a.name for a in card.abilities):
        add("names", "a spell's ability has no name", f"Leave {card.abilities[0].name + ':'!r} out.")
    if card.kind == "minion" and edition.wording.ability_names == "required" and not all(a.name for a in card.abilities):
        add("names", "an ability of a minion needs a name", "Begin it with a name in capital letters and a colon, as in `STRIKE: …`.")
    older = card.design_edition is not None and card.design_edition < edition.number  # 20.ruling.75
    subs = [(sub.target, any("t" in effect.row.level.names for effect in sub.effects)) for one in card.abilities for sub in one.subs]
    if edition.wording.ability_names == "none" and any(a.name for a in card.abilities):
        add("names", f"abilities have no names in {edition.title}", "Leave the words before the colon out.")
    if "no_target" in edition.citations and not older and any(target is None and speaks for target, speaks in subs):
        add("no_target", "an effect speaks of targets, but its sentence selects none", "Put a target selection into the same sentence.")
    if "idle_target" in edition.citations and not older and any(target is not None and not speaks for target, speaks in subs):
        add("idle_target", "a sentence selects targets, but none of its effects speaks of them", "Leave the target selection out.")
    return tuple(found)


def deck_problems(deck: Deck) -> tuple[Problem, ...]:
    """Return what makes a deck illegal: size, Ultra Points, reserves, then problems of each card once; empty for a legal one."""
    found: list[Problem] = []
    edition = deck.edition
    low, high = int(edition.rules["deck_min"]), int(edition.rules["deck_max"])

    def add(citation: str, what: str, fix: str) -> None:
        found.append(Problem(edition.citations.get(citation, ""), what, fix, deck.file, deck.line))

    size = deck.size
    if not low <= size <= high:
        wanted = f"exactly {low}" if low == high else f"{low} to {high}"
        change = f"Add {low - size}." if size < low else f"Take out {size - high}."
        add("deck_size", f"the deck has {size} card{'' if size == 1 else 's'}, not {wanted}", change)
    limit = edition.rules["ultra_limit"]
    if isinstance(limit, int) and deck.ultra > limit:
        add(
            "ultra",
            f"the deck has {deck.ultra} Ultra Point{'' if deck.ultra == 1 else 's'}, more than {limit}",
            f"Take out cards with Ultra Points worth {deck.ultra - limit}.",
        )
    aside, count, kind = int(edition.rules["reserves_size"]), sum(number for _, number in deck.reserves), edition.rules["reserves"]
    if kind == "none" and count:
        add("reserves", f"{edition.title} has no reserves", "Leave `reserves` out.")
    elif kind == "beside" and count > aside:
        add("reserves", f"the reserves hold {count} cards, more than {aside}", f"Take out {count - aside}.")
    elif kind == "among" and count != aside and size >= low:
        fix = f"Name {aside} cards of the deck under `reserves`, or leave it out."
        add("reserves", f"the reserves hold {count} cards, not {aside}", fix)
    for card, _ in (*deck.counts, *deck.reserves):
        found += [problem for problem in card.problems if problem not in found]
    return tuple(found)


def ordinal(number: int) -> str:
    """Return ``9th`` for 9, as on Edition Indicators."""
    end = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{end}"
