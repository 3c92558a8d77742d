"""Proposals: what they may change, and a message with file, line and cure for every mistake."""

from __future__ import annotations

from pathlib import Path

import pytest

from kotc_sim.errors import KotcError
from kotc_sim.games.keeper.cards.card import Deck
from kotc_sim.games.keeper.cards.deck import load_deck
from kotc_sim.games.keeper.editions import load_edition
from kotc_sim.games.keeper.editions.difference import difference
from kotc_sim.games.keeper.match import compile_match

DRAIN = """\
name: 18th draft
extends: kotc-17
effects:
  petrify: {level: 2*t}
  drain:                                    # new: no Python needed
    text: "{x}-drain enemy."
    level: 2*x
    ultra: 1
    program: [{roll: x}, {damage_player: enemy}, {heal: self}]
"""


def write(folder: Path, text: str, name: str = "proposal.yaml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_changed_price_and_new_keyword(tmp_path: Path) -> None:
    edition = load_edition(write(tmp_path, DRAIN))
    assert (edition.name, edition.base, edition.number) == ("18th draft", "kotc-17", 17)
    assert edition.rows["effect.petrify"].level.text == "2*t"
    assert edition.rows["effect.petrify"].program == ({"petrify": "targets"},)  # what is not named stays
    drain = edition.rows["effect.drain"]
    assert drain.program == ({"roll": "x"}, {"damage_player": "enemy"}, {"heal": "self"})
    assert (drain.ultra, drain.line) == (1, 5)
    assert "effect.drain" not in load_edition("kotc-17").rows


def test_difference(tmp_path: Path) -> None:
    proposal = DRAIN + "  destroy: null\nrules: {starting_hp: 40}\ncounters: {rust: {text: Rust Counter}}\n"
    changes = difference(load_edition("kotc-17"), load_edition(write(tmp_path, proposal)))
    assert changes.switches == {"starting_hp": (35, 40)}
    assert [(change.new.id, change.parts) for change in changes.changed] == [("effect.petrify", ("level",))]
    assert [row.id for row in changes.added] == ["effect.drain"]
    assert [row.id for row in changes.removed] == ["effect.destroy"]
    assert list(changes.counters) == ["rust"]
    assert not difference(load_edition("kotc-17"), load_edition("kotc-17"))


def test_proposals_extend_proposals(tmp_path: Path) -> None:
    write(tmp_path, DRAIN)
    edition = load_edition(write(tmp_path, "name: b\nextends: proposal.yaml\neffects: {drain: {level: 3*x}}\n", "b.yaml"))
    assert edition.rows["effect.drain"].level.text == "3*x"
    assert edition.rows["effect.drain"].ultra == 1
    assert edition.base == "kotc-17"


def test_new_condition_with_a_state(tmp_path: Path) -> None:
    text = (
        'name: a\nextends: kotc-17\nconditions:\n  behind:\n    text: "When you control fewer minions than '
        'enemy:"\n    when: "your_minions < enemy_minions"\n'
    )
    row = load_edition(write(tmp_path, text)).rows["cond.behind"]
    assert row.condition == {"when": "your_minions < enemy_minions"}
    assert row.level.evaluate() == 0


def test_new_counter_and_its_placing(tmp_path: Path) -> None:
    text = """\
name: a
extends: kotc-17
counters:
  rust: {text: Rust Counter, pop: chain, program: [{add: {stat: sp, by: -1, on: host}}]}
effects:
  place_rust:
    text: "place {x} Rust Counters on each target."
    level: x*t
    program: [{place: {counter: rust, count: x, on: targets}}]
"""
    edition = load_edition(write(tmp_path, text))
    assert edition.counters["rust"].pop == "chain"
    assert edition.rows["effect.place_rust"].program[0]["place"]["counter"] == "rust"


# fault: (text after "name: a / extends: kotc-17", line, words of the message)
FAULTS = {
    "unknown top key": ("effect: {}\n", 3, ("'effect'", "'effects'")),
    "unknown switch": ("rules: {starting_hq: 3}\n", 3, ("'starting_hq'", "'starting_hp'")),
    "wrong switch value": ("rules: {piercing: yes}\n", 3, ("piercing", "true or false")),
    "wrong switch word": ("rules:\n  reserves: besides\n", 4, ("besides", "'beside'")),
    "switch out of range": ("rules: {starting_hp: 0}\n", 3, ("starting_hp", "1 to 9999")),
    "bad base level": ("rules: {base_level: sp + x}\n", 3, ("base_level", "'x'")),
    "deck sizes": ("rules: {deck_min: 70}\n", 1, ("deck_min", "deck_max")),
    "unknown component": ("effects:\n  petrfy: {level: 2*t}\n", 4, ("'petrfy'", "'petrify'")),
    "unknown to remove": ("effects:\n  petrfy: null\n", 4, ("remove", "'petrify'")),
    "bad component name": ("effects:\n  Petrify: {level: 2*t}\n", 4, ("'Petrify'", "small letters")),
    "given twice": ("effects:\n  silo: {level: t}\n  silo: {level: 2*t}\n", 5, ("twice",)),
    "key given twice": ("effects:\n  silo: {level: t, level: 2}\n", 4, ("'level'", "twice")),
    "unknown row key": ("effects:\n  silo: {price: t}\n", 4, ("'price'",)),
    "formula": ("effects:\n  silo: {level: 2t}\n", 4, ("level of effect.silo", "'t'")),
    "formula with a foreign variable": ("effects:\n  silo: {level: x*t}\n", 4, ("uses x",)),
    "t in a cost": ("costs:\n  pay_hp: {level: t}\n", 4, ("uses t",)),
    "no level": ('effects:\n  a: {text: "hop.", program: [{draw: 1}]}\n', 4, ("no level",)),
    "no program": ('effects:\n  a: {text: "hop.", level: 1}\n', 4, ("no `program`",)),
    "empty program": ("effects:\n  silo: {program: []}\n", 4, ("empty",)),
    "no terminator": ('effects:\n  a: {text: "hop", level: 1, program: [{draw: 1}]}\n', 4, ("end with '.'",)),
    "cost terminator": ('costs:\n  a: {text: "hop.", level: 1, program: [{pay_hp: 1}]}\n', 4, ("'→'",)),
    "placeholder": ('effects:\n  a: {text: "{z} hops.", level: 1, program: [{draw: 1}]}\n', 4, ("{x} and {y}",)),
    "unknown primitive": ("effects:\n  silo: {program: [{destory: targets}]}\n", 4, ("'destory'", "'destroy'")),
    "cost primitive in an effect": ("effects:\n  silo: {program: [{pay_hp: 1}]}\n", 4, ("'pay_hp'", "effect")),
    "effect primitive in a cost": ("costs:\n  pay_hp: {program: [{destroy: targets}]}\n", 4, ("'destroy'", "cost")),
    "missing argument": ("effects:\n  silo: {program: [{craft: {count: 1}}]}\n", 4, ("craft", "'level'")),
    "unknown argument": ("effects:\n  silo: {program: [{craft: {count: 1, lvl: 1}}]}\n", 4, ("'lvl'", "'level'")),
    "positional": ("effects:\n  silo: {program: [{craft: 2}]}\n", 4, ("by name", "level")),
    "x not in the text": ("effects:\n  silo: {program: [{draw: x}]}\n", 4, ("{x}",)),
    "chosen before a choice": ("effects:\n  silo: {program: [{heal: {who: chosen, by: 1}}]}\n", 4, ("chosen", "choose_player")),
    "heal without a roll": ("effects:\n  silo: {program: [{heal: self}]}\n", 4, ("rolled", "roll: x")),
    "roll before a roll": ("effects:\n  silo: {program: [{draw: roll}]}\n", 4, ("rolled",)),
    "host outside a counter": ("effects:\n  silo: {program: [{destroy: host}]}\n", 4, ("host", "targets")),
    "targets in a counter": ("counters:\n  sword: {program: [{destroy: targets}]}\n", 4, ("targets", "host")),
    "unknown counter": ("effects:\n  silo: {program: [{place: {counter: swrod, count: 1}}]}\n", 4, ("'swrod'", "'sword'")),
    "removed counter still placed": ("counters: {sword: null}\n", None, ("sword",)),
    "two primitives in a step": ("effects:\n  silo: {program: [{draw: 1, heal: you}]}\n", 4, ("one primitive",)),
    "not a list": ("effects:\n  silo: {program: {draw: 1}}\n", 4, ("list",)),
    "unknown event": ("conditions:\n  attacks: {on: atack_formed, subject: self}\n", 4, ("'attack_formed'",)),
    "no subject": ("conditions:\n  attacks: {on: attack_formed}\n", 4, ("subject",)),
    "unknown state word": ("conditions:\n  attacks: {when: your_minion < 3}\n", 4, ("your_minion", "your_minions")),
    "select without from": ("targets:\n  self: {select: {count: 1}}\n", 4, ("from",)),
    "select without count": ("targets:\n  self: {select: {from: hand}}\n", 4, ("count",)),
    "excavating without look": ("targets:\n  self: {select: {from: excavated, count: 1}}\n", 4, ("look",)),
    "select from nowhere": ("targets:\n  self: {select: {from: hands, count: 1}}\n", 4, ("'hand'",)),
    "same text": ('effects:\n  a: {text: "silo the targets.", level: 1, program: [{draw: 1}]}\n', 4, ("same text", "effect.silo")),
    "pop at once and react": ("counters:\n  sword: {pop: at_once, react: die_before}\n", 4, ("both",)),
    "unknown circumstance": ("counters:\n  a: {text: A, react: die_befor, program: [{trap: true}]}\n", 4, ("'die_before'",)),
    "pop without program": ("counters:\n  a: {text: A, pop: chain}\n", 4, ("no `program`",)),
    "condition in if": ("effects:\n  silo: {program: [{if: your_hp, then: [{draw: 1}]}]}\n", 4, ("comparison",)),
    "negative amount": ("effects:\n  silo: {program: [{draw: -1}]}\n", 4, ("-1",)),
    "clone twice said": ("effects:\n  clone: {program: [{clone: {on: targets, times: 1, up_to: 2}}]}\n", 4, ("both",)),
    "revised cost of nothing": ("revised_costs: {effect.drew: 9}\n", 3, ("'effect.draw'",)),
    "body price fails": ("level_formula: {base_level: sp + hp/0}\n", 3, ("base_level", "division by zero")),
    "ultra": ("effects:\n  silo: {ultra: one}\n", 4, ("ultra", "whole number")),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_faults_name_place_and_cure(fault: str, tmp_path: Path) -> None:
    text, line, words = FAULTS[fault]
    path = write(tmp_path, "name: a\nextends: kotc-17\n" + text)
    with pytest.raises(KotcError) as caught:
        load_edition(path)
    message = str(caught.value)
    if line is not None:
        assert (caught.value.file, caught.value.line) == (str(path), line), message
    assert all(word in message for word in words), message
    assert caught.value.fix, message


def test_a_chosen_player_may_be_named_after_the_choice(tmp_path: Path) -> None:
    text = "name: a\nextends: kotc-17\neffects:\n  silo: {program: [{choose_player: enemy}, {heal: {who: chosen, by: 1}}]}\n"
    assert load_edition(write(tmp_path, text)).rows["effect.silo"].program[1] == {"heal": {"who": "chosen", "by": 1}}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("extends: kotc-17\n", "no name"),
        ("name: kotc-17\nextends: kotc-17\n", "a published edition has the name 'kotc-17'"),
        ("name: a\n", "switch starting_hp is missing"),
        ("name: a\nextends: kotc-71\n", "kotc-7"),
        ("name: a\nextends: other.yaml\n", "no such"),
        ("", "empty"),
        ("- a\n", "not a map"),
        ("name: [\n", "not YAML"),
        ("name: a\nextends: proposal.yaml\n", "itself"),
    ],
)
def test_broken_files(text: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(KotcError, match=words):
        load_edition(write(tmp_path, text))


def test_two_proposals_of_one_name_are_two_editions(tmp_path: Path) -> None:
    decks: list[Deck] = []
    for hit_points in (20, 60, 20):
        folder = tmp_path / str(len(decks))
        folder.mkdir()
        write(folder, f"name: a\nextends: kotc-17\nrules: {{starting_hp: {hit_points}}}\n")
        decks.append(load_deck(write(folder, "edition: proposal.yaml\ncards: {40: minion 1/0}\n", "deck.yaml")))
    compile_match([decks[0], decks[2]])  # they say the same
    with pytest.raises(KotcError, match=r"is a deck of .*0.proposal\.yaml, deck of .*1.proposal\.yaml"):
        compile_match(decks[:2])


def test_unknown_edition() -> None:
    with pytest.raises(KotcError, match="Did you mean 'kotc-17'"):
        load_edition("kotc17")


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    import os

    path = write(tmp_path, DRAIN)
    first = load_edition(path)
    assert load_edition(path) is first
    write(tmp_path, DRAIN.replace("2*t", "5*t"))
    os.utime(path, ns=(1, 1))
    assert load_edition(path).rows["effect.petrify"].level.text == "5*t"


def test_new_nouns_join_the_old_ones(tmp_path: Path) -> None:
    text = "name: a\nextends: kotc-17\nwording: {nouns: {treasures: treasure}}\n"
    nouns = load_edition(write(tmp_path, text)).wording.nouns
    assert nouns["treasures"] == ("treasure",)
    assert nouns["cards"] == ("card",)
