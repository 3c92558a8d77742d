"""Cards, decks, vocabulary and proposals of Level-Up."""

from __future__ import annotations

from pathlib import Path

import pytest

from kotc_sim.errors import KotcError
from kotc_sim.games.levelup.cards.card import Deck
from kotc_sim.games.levelup.cards.deck import load_deck
from kotc_sim.games.levelup.cards.legality import problems, require_legal
from kotc_sim.games.levelup.cards.reader import load_library
from kotc_sim.games.levelup.cards.text import Filter, Vocabulary
from kotc_sim.games.levelup.editions.loader import load_edition
from kotc_sim.games.levelup.match import LevelUpMatch
from tests.levelup.random_cards import Generator, scalar

DECKS = Path(__file__).parents[2] / "decks" / "levelup"
IMP = """
  - {name: Imp NUMBER, kind: creature, type: Fire, subtype: Dragon, level: 1, attack: 4, defense: 3,
     effects: [{kind: normal, text: "You draw 1 card."}, {kind: dormant, text: "You gain 1 point."}]}"""
BLANK = """
  - {name: Blank NUMBER, kind: magic,
     effects: [{kind: normal, text: "You draw 1 card."}, {kind: normal, text: "You gain 1 point."}]}"""


def deck(folder: Path, counts: list[int], template: str = IMP, extra: str = "", cards: str = "") -> Deck:
    name = "Imp" if template is IMP else "Blank"
    library = "".join(template.replace("NUMBER", str(i)) for i in range(len(counts)))
    lines = "".join(f"\n  {name} {i}: {n}" for i, n in enumerate(counts))
    path = folder / "deck.yaml"
    path.write_text(f"name: D\nlibrary:{library}{extra}\ncards:{lines}{cards}\n", encoding="utf-8")
    return load_deck(path)


@pytest.mark.rule(
    "levelup.example.49", "levelup.deck.1", "levelup.deck.2", "levelup.deck.3", "levelup.deck.5", "levelup.term.1", "levelup.term.2"
)
@pytest.mark.parametrize(
    ("counts", "template", "rules"),
    [
        ([2] * 24 + [1], IMP, ["levelup.deck.1"]),
        ([2] * 25, IMP, []),
        ([2] * 35, IMP, []),
        ([2] * 35 + [1], IMP, ["levelup.deck.2"]),
        ([3] + [2] * 28 + [1], IMP, ["levelup.deck.3"]),
        ([2] * 25, BLANK, []),
    ],
)
def test_deck_sizes(tmp_path: Path, counts: list[int], template: str, rules: list[str]) -> None:
    loaded = deck(tmp_path, counts, template)
    found = [p for p in problems(loaded) if p.illegal]
    assert [p.rule for p in found] == rules
    if rules:
        with pytest.raises(KotcError, match=r"deck\.yaml:\d+: the deck has"):
            require_legal(loaded)
    else:
        require_legal(loaded)


def test_the_forty_nine_card_deck_is_refused_with_place_and_remedy(tmp_path: Path) -> None:
    loaded = deck(tmp_path, [2] * 24 + [1])
    with pytest.raises(KotcError) as error:
        LevelUpMatch(loaded, loaded)
    assert str(error.value).endswith("deck.yaml:1: the deck has 49 cards, 1 too few (levelup.deck.1). A deck has at least 50.")


@pytest.mark.rule("levelup.deck.4", "levelup.ruling.56")
def test_copies_count_by_name_across_lines(tmp_path: Path) -> None:
    loaded = deck(tmp_path, [2] * 25, cards="\n  Imp 3: 1")
    assert [(p.rule, "3 copies of 'Imp 3'" in p.what) for p in problems(loaded)] == [("levelup.deck.3", True)]
    with pytest.raises(KotcError, match="two cards called 'Imp 0'"):
        deck(tmp_path, [2] * 25, extra=IMP.replace("NUMBER", "0"))


@pytest.mark.rule("levelup.levelup.1", "levelup.term.25")
def test_a_creature_that_can_never_be_played_is_a_warning(tmp_path: Path) -> None:
    wyrm = """
  - {name: Wyrm, kind: creature, type: Fire, subtype: Dragon, level: 3, attack: 10, defense: 7,
     effects: [{kind: normal, text: "You draw 1 card."}, {kind: dormant, text: "You gain 1 point."}]}"""
    found = problems(deck(tmp_path, [2] * 25, extra=wyrm, cards="\n  Wyrm: 2"))
    assert [(p.illegal, p.rule) for p in found] == [(False, "levelup.levelup.1")]
    assert found[0].what.count("leveled up to it") == 1
    assert "level 3" in found[0].what
    assert found[0].line > 1
    free = wyrm.replace(
        'kind: dormant, text: "You gain 1 point."', 'kind: passive, text: "This creature can be played without leveling up."'
    )
    assert not problems(deck(tmp_path, [2] * 25, extra=free, cards="\n  Wyrm: 2"))


@pytest.mark.parametrize("name", ["ember-and-stone", "tide-and-grove"])
def test_starter_decks_are_legal(name: str) -> None:
    loaded = load_deck(DECKS / f"{name}.yaml")
    assert loaded.size == 60
    assert problems(loaded) == []


def test_the_starter_pool_uses_every_template_event_and_action() -> None:
    edition = load_edition()
    library = load_library(DECKS / "starter-pool.yaml", Vocabulary(edition))
    effects = [effect for card in library.values() for effect in card.effects]
    assert len(library) == 83
    assert {e.template for e in effects} == set(edition.templates)
    assert {e.when for e in effects if e.prefix == "event"} == set(edition.events)
    assert {e.when for e in effects if e.prefix == "action"} == set(edition.actions)


CARD = """cards:
  - {name: X, kind: creature, type: Fire, subtype: Dragon, level: 1, attack: 4, defense: 3,
     effects: [{kind: normal, text: "You draw 1 card."}, {kind: normal, text: "You draw 1 card."}]}
"""


@pytest.mark.rule(
    "levelup.effect.1",
    "levelup.term.21",
    "levelup.term.22",
    "levelup.term.23",
    "levelup.term.24",
    "levelup.ruling.57",
    "levelup.ruling.58",
    "levelup.ruling.38",
)
@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (', {kind: normal, text: "You draw 1 card."}', "", "has 1 effects. Every card has exactly two"),
        ("type: Fire", "type: Lava", "has the type 'Lava', which there is not"),
        ("subtype: Dragon", "subtype: Drago", "Did you mean 'Dragon'?"),
        ("level: 1", "level: 10", "level of X is 10"),
        ("attack: 4", "attack: -1", "attack of X is -1"),
        ("attack: 4", "attack: 4.5", "not a whole number"),
        ("kind: normal, text", "kind: norma, text", "effect type 'norma'. Did you mean 'normal'?"),
        ("kind: normal, text", "kind: latent, text", "has no prefix here. It needs `When …: `"),
        ("kind: normal, text", "kind: counter, text", "It needs `In response to …: `"),
        ("kind: normal, text", "kind: passive, text", "a passive effect has no prefix here"),
        ("kind: normal, text", "kind: equip, text", "a equip effect cannot say"),
        ("kind: normal, text", "kind: continuous, text", "a continuous effect cannot say"),
        ("You draw 1 card.", "You draw one card.", "Did you mean '{who} draw(s) {n} card(s).'"),
        ("You draw 1 card.", "You draw 0 cards.", "no template has the text"),
        ("You draw 1 card.", "Untap this card.", "This text is for passive effects"),
        ("You draw 1 card.", "When this card is played: You draw 1 card.", "effect has `When …: ` here"),
        (
            'kind: normal, text: "You draw 1 card."',
            'kind: counter, text: "In response to an effect: Change the attack target to another creature you control."',
            "only an attack has a target",
        ),
        ("level: 1,", "level: 1, colour: red,", "a card of Level-Up has no key 'colour'"),
        ("kind: creature", "kind: magic", "the magic card X has the level 1"),
    ],
)
def test_bad_cards_are_refused_with_a_remedy(tmp_path: Path, old: str, new: str, message: str) -> None:
    path = tmp_path / "cards.yaml"
    assert old in CARD
    path.write_text(CARD.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(KotcError) as error:
        load_library(path, Vocabulary(load_edition()))
    assert message in str(error.value)
    assert str(error.value).startswith(f"{path}:")


def test_texts_with_this_creature_belong_on_creatures(tmp_path: Path) -> None:
    path = tmp_path / "cards.yaml"
    text = "This creature gets +2 attack this turn."
    path.write_text(
        f'cards:\n  - {{name: M, kind: magic, effects: [{{kind: normal, text: "{text}"}}, {{kind: normal, text: "You draw 1 card."}}]}}\n',
        encoding="utf-8",
    )
    with pytest.raises(KotcError, match='speaks of "this creature"'):
        load_library(path, Vocabulary(load_edition()))


@pytest.mark.parametrize("seed", range(30))
def test_every_generated_text_matches_its_template_alone(seed: int) -> None:
    generator = Generator(seed)
    for magic in (False, True) * 10:
        template, kind, text = generator.effect(magic)
        assert generator.vocabulary.parse(kind, text, scalar(text)).template == template


def test_parameters_are_read() -> None:
    vocabulary = Vocabulary(load_edition())
    text = (
        "If your opponent controls exactly 3 Flying creatures: Give up to 2 level 3 or higher Fire "
        "creatures on the field -4 attack and defense this turn."
    )
    effect = vocabulary.parse("normal", text, scalar(""))
    assert (effect.if_side, effect.if_n) == ("enemy", 3)
    assert effect.if_filter == Filter("creature", subtype="Flying")
    assert effect.filter == Filter("creature", ">", 3, "Fire")
    assert (effect.count, effect.count_n, effect.side) == ("up to", 2, "both")
    assert (effect.attack, effect.defense) == (-4, -4)


PROPOSAL = "name: Faster\nextends: levelup\n"


def proposal(folder: Path, text: str) -> Path:
    path = folder / "proposal.yaml"
    path.write_text(PROPOSAL + text, encoding="utf-8")
    return path


def test_a_proposal_changes_switches_parameters_subtypes_and_templates(tmp_path: Path) -> None:
    path = proposal(
        tmp_path,
        """parameters: {points: 30, deck_min: 40}
switches: {attack_taps: true, points_cap: 40, discard_choice: random}
subtypes: [Golem]
templates:
  mill:                                     # removed
  inspire:
    text: "{when}Inspire {n}."
    kinds: [normal, latent]
    means: ["You draw {n} card(s).", "You gain {n} point(s)."]
""",
    )
    edition = load_edition(path)
    assert (edition.name, edition.parameter("points"), edition.parameter("deck_min")) == ("Faster", 30, 40)
    assert (edition.switches["attack_taps"].value, edition.switches["points_cap"].value) == (True, 40)
    assert edition.switches["discard_choice"].value == "random"
    assert "Golem" in edition.subtypes
    vocabulary = Vocabulary(edition)
    with pytest.raises(KotcError, match="no template has the text 'You mill 2 cards"):
        vocabulary.parse("normal", "You mill 2 cards.", scalar(""))
    effect = vocabulary.parse("latent", "When this card is played: Inspire 2.", scalar(""))
    assert (effect.op, effect.n, effect.when) == ("draw", 2, "played")
    assert [(step.op, step.n, step.gain) for step in effect.then] == [("points", 2, True)]
    assert load_edition() != edition


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("switches: {attack_tap: true}", "Did you mean 'attack_taps'?"),
        ("switches: {attack_taps: maybe}", "Write false or true."),
        ("switches: {battle_tie: all}", "Write none or both_destroyed or defender_destroyed."),
        ("switches: {turn_limit: 0}", "turn_limit is 0"),
        ("parameters: {creature_slots: 9}", "creature_slots is 9"),
        ("parameters: {deck_min: 71}", "deck_min is above deck_max"),
        ("types: [Ice]", "a proposal cannot change the types"),
        ('templates: {boom: {text: "Boom {q}.", op: draw, kinds: [normal]}}', "has the parameter {q}"),
        ("templates: {boom: {text: Boom., kinds: [normal]}}", "has no operation"),
        ("templates: {boom: {text: Boom., op: drwa, kinds: [normal]}}", "Did you mean 'draw'?"),
        ("templates: {boom: {text: Boom., op: draw, kinds: [odd]}}", "Choose from normal, continuous"),
        ("colour: red", "an edition of Level-Up has no key 'colour'"),
    ],
)
def test_bad_proposals_are_refused_with_a_remedy(tmp_path: Path, text: str, message: str) -> None:
    path = proposal(tmp_path, text + "\n")
    with pytest.raises(KotcError) as error:
        Vocabulary(load_edition(path))
    assert message in str(error.value)
    assert str(error.value).startswith(f"{path}:")


def test_an_ambiguous_wording_is_refused(tmp_path: Path) -> None:
    edition = load_edition(
        proposal(
            tmp_path,
            """templates:
  take: {text: "You draw {n} card(s).", op: draw, kinds: [normal]}
""",
        )
    )
    with pytest.raises(KotcError, match="fits more than one template: draw and take"):
        Vocabulary(edition).parse("normal", "You draw 2 cards.", scalar(""))


def test_editions_that_extend_one_another_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("name: A\nextends: b.yaml\n", encoding="utf-8")
    (tmp_path / "b.yaml").write_text("name: B\nextends: a.yaml\n", encoding="utf-8")
    with pytest.raises(KotcError, match="circle"):
        load_edition(tmp_path / "a.yaml")


def test_an_included_card_is_read_when_a_deck_uses_it(tmp_path: Path) -> None:
    # A proposal may remove a text that a card of the shared file has; only a deck with that card is refused.
    proposal = tmp_path / "quiet.yaml"
    proposal.write_text("name: Quiet\nextends: levelup\nparameters: {deck_min: 1}\ntemplates: {mill: }\n", encoding="utf-8")
    pool = DECKS / "starter-pool.yaml"
    path = tmp_path / "deck.yaml"
    for name, legal in (("Cinder Pup", True), ("Grave Rat", False)):
        path.write_text(f"edition: quiet.yaml\ninclude: {pool}\ncards: {{{name}: 2}}\n", encoding="utf-8")
        if legal:
            assert load_deck(path).size == 2
        else:
            with pytest.raises(KotcError, match=r"no template has the text 'You mill 2 cards\.'"):
                load_deck(path)


def test_the_line_of_a_proposal(tmp_path: Path) -> None:
    path = tmp_path / "long.yaml"
    path.write_text("extends: levelup\nline: {2: 13, 5: 31}\n", encoding="utf-8")
    edition = load_edition(path)
    assert [edition.strength(level) for level in (1, 2, 5)] == [7, 13, 31]
    with pytest.raises(KotcError, match="says nothing about level 6"):
        edition.strength(6)
    path.write_text("extends: levelup\nline: {10: 13}\n", encoding="utf-8")
    with pytest.raises(KotcError, match="'10' is no level"):
        load_edition(path)
