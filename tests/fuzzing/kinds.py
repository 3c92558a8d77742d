"""The kinds of input that are tried, each case by its number."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import typer
import yaml

from kotc_sim.cli import app
from kotc_sim.games.keeper.cards.grammar import grammar
from kotc_sim.games.keeper.editions import edition_names, load_edition
from tests.fuzzing.case import Case, Files, files_after, ran
from tests.fuzzing.changes import JUNK, bytes_changed, damaged, text_changed, varied

ROOT = Path(__file__).resolve().parents[2]
_RATS, _STORM = (str(ROOT / "decks" / f"{name}.yaml") for name in ("rats", "storm"))
_DECKS = ("decks/*.yaml", "decks/levelup/[et][mi]*.yaml")
_CARDS = "- {name: A, kind: spell, text: 'Target 1 on-field minion; destroy it.'}\n- {name: B, sp: 1, hp: 1}\n"
_PROGRAM = "open('ran', 'w').close()\ndef score(game, match, me, option):\n    return 1.0\n"


def _loaded(text: str) -> Any:
    return yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))


@cache
def _samples(pattern: str) -> list[tuple[str, str]]:
    """Return (folder, text) of the files of the repository, each document of a file by itself."""
    found = []
    for path in sorted(ROOT.glob(pattern)):
        for part in re.split(r"^---$", path.read_text(encoding="utf-8"), flags=re.MULTILINE):
            if part.strip() and isinstance(_loaded(part), (dict, list)):
                found.append((str(path.parent), part))
    return found


def _sample(rng: random.Random, *patterns: str) -> tuple[str, str]:
    return rng.choice(_samples(rng.choice(patterns)))


def _written(tree: Any, rng: random.Random, original: str) -> str:
    """Return the text of a file: changed in its characters, in its tree, or in values of the tree."""
    how = rng.random()
    if how < 0.25:
        for _ in range(rng.randrange(1, 4)):
            original = text_changed(original, rng)
        return original
    tree = varied(tree, rng) if how < 0.6 else damaged(tree, rng)
    return yaml.safe_dump(tree, allow_unicode=True, sort_keys=False, width=10**6)


def _deck_text(rng: random.Random) -> str:
    folder, text = _sample(rng, *_DECKS)
    text = re.sub(r"^include: (.*)$", rf"include: {folder}/\1", text, flags=re.MULTILINE)
    return _written(_loaded(text), rng, text)


def _deck(rng: random.Random) -> Case:
    command = rng.choice((["deck"], ["check"], ["card"], ["deck", "--json"]))
    return Case([*command, "deck.yaml"], {"deck.yaml": _deck_text(rng)}, checks=True, tells=True)


def _deck_in_edition(rng: random.Random) -> Case:
    edition = rng.choice((*edition_names(), "levelup", "x"))
    return Case(["deck", "-e", edition, "deck.yaml"], {"deck.yaml": _deck_text(rng)}, checks=True)


def _game(rng: random.Random) -> Case:
    """Return a game between a changed deck and itself, which is played to its end."""
    play = ["replay", "deck.yaml", "deck.yaml", "--strategy-a", "random", "--strategy-b", "random", "--seed", str(rng.randrange(1000))]
    return Case([*play, *rng.choice(([], ["--json"], ["--omniscient"]))], {"deck.yaml": _deck_text(rng)})


def _card(rng: random.Random) -> Case:
    folder, text = _sample(rng, "decks/cards/*.yaml", "decks/levelup/starter-pool.yaml")
    tree = _loaded(text)
    cards = tree if isinstance(tree, list) else tree.get("cards", tree.get("library", [tree]))
    few = rng.sample(cards, min(3, len(cards)))
    small = yaml.safe_dump(few, allow_unicode=True)
    files: Files = {"cards.yaml": _written(few, rng, small)}
    if "levelup" in folder:
        return Case([rng.choice(("card", "check")), "cards.yaml", "-e", "levelup"], files, checks=True, tells=True)
    more = rng.choice(
        (["card"], ["check"], ["card", "-e", rng.choice(edition_names())], ["card", "--migrate", rng.choice(edition_names())])
    )
    return Case([*more, "cards.yaml"], files, checks=True, tells=True)


def _card_text(rng: random.Random) -> Case:
    """Return a card whose text the grammar of an edition could make, or nearly so."""
    name = rng.choice(edition_names())
    rows = [row for row in load_edition(name).rows.values() if rng.random() < 0.9]
    sentence = []
    for section in rng.choice(
        (("caveat", "condition", "cost", "target", "effect"), ("condition", "effect"), ("effect", "effect"), ("cost", "effect"))
    ):
        choice = [row.text for row in rows if row.section == section]
        if choice and rng.random() < 0.9:
            sentence.append(
                rng.choice(choice).replace("{x}", str(rng.choice((0, 1, 3, 99, 10**12)))).replace("{y}", str(rng.choice((1, 2, -1))))
            )
    if rng.random() < 0.3:
        rng.shuffle(sentence)
    text = rng.choice(("", "NAME: ", "A, B: ")) + " ".join(sentence)
    if rng.random() < 0.5:
        text = text_changed(text, rng)
    card = {"name": "A", "sp": rng.choice((0, 3)), "hp": 2, "text": text * rng.choice((1, 1, 1, 2, 40))}
    if rng.random() < 0.3:
        card = {"name": "A", "kind": "spell", "text": text}
    files: Files = {"cards.yaml": yaml.safe_dump([card], allow_unicode=True)}
    return Case(["card", "cards.yaml", "-e", name], files, checks=True, tells=True)


def _edition(rng: random.Random) -> Case:
    folder, text = _sample(rng, "kotc_sim/games/keeper/editions/*.yaml", "kotc_sim/games/levelup/editions/*.yaml")
    tree = _loaded(text)
    if rng.random() < 0.7 and isinstance(tree, dict) and len(tree) > 3:
        tree = {key: tree[key] for key in rng.sample(list(tree), 3)} | {
            "name": "mine",
            "extends": "levelup" if "levelup" in folder else rng.choice(edition_names()),
        }
    command = rng.choice((["edition", "show"], ["edition", "check"], ["check"], ["edition", "check", "--json"]))
    return Case([*command, "edition.yaml"], {"edition.yaml": _written(tree, rng, text)}, checks=True, tells=True)


def _scenario_in(*patterns: str) -> Callable[[random.Random], Case]:
    def scenario(rng: random.Random) -> Case:
        _, text = _sample(rng, *patterns)
        command = rng.choice((["scenario"], ["scenario"], ["scenario", "--log"], ["scenario", "--json"], ["check"]))
        files: Files = {"scenario.yaml": _written(_loaded(text), rng, text)}
        return Case([*command, "scenario.yaml"], files, checks=True, tells=True)

    return scenario


def _strategy(rng: random.Random) -> Case:
    """Return a name of a strategy, on the command line or in a deck, where it may not be run."""
    known = ("greedy", "lookahead", "flat", "quick", "best", "random")
    word = rng.choice((*known, "lookahead:greedy", "flat@400:aggro", "mine.py", "mine.py:score", "lookahead@40:mine.py", "./mine.py"))
    word = rng.choice(
        (
            text_changed(word, rng),
            word + rng.choice(("@²", "@", "@0", "@-1", "@99999999999999999999", ":", "::", "@1@1", "\x00")),
            "lookahead:" * 2000 + "greedyy",
        )
    )
    if rng.random() < 0.5:
        deck = {"name": "D", "edition": "kotc-17", "strategy": word, "cards": {"minion 2/4": 40}}
        command = rng.choice(
            (["replay", "deck.yaml", _RATS], ["tournament", "deck.yaml", _RATS, "-n", "2", "-s", "random,nobody"], ["deck"])
        )
        words = command if len(command) > 1 else ["deck", "deck.yaml"]
        other = ["--strategy-b", "nobody"] if words[0] == "replay" else []
        return Case(
            [*words, *other], {"deck.yaml": yaml.safe_dump(deck, allow_unicode=True), "mine.py": _PROGRAM}, checks=words[0] == "deck"
        )
    program = text_changed(_PROGRAM.partition("\n")[2], rng) + "\nraise ValueError('so far')\n"
    return Case(["replay", _RATS, _RATS, f"--strategy-a={word}", "--strategy-b", "nobody"], {"mine.py": program})


_BASES: tuple[tuple[list[str], list[str]], ...] = (
    (["matchup", _RATS, _STORM], ["--strategy-a", "nobody"]),
    (["tournament", _RATS, _STORM], ["-s", "nobody"]),
    (["replay", _RATS, _STORM], ["--strategy-b", "nobody"]),
    (["battle", "4/6+2/4", "1/10"], []),
    (["edition", "diff", "kotc-17", "kotc-17"], ["-s", "nobody"]),
    (["edition", "history"], ["-s", "nobody"]),
    (["edition", "show", "kotc-17"], []),
    (["try", _RATS, "--out", "1 Rat", "--in", "1 Rat"], ["-s", "nobody"]),
    (["price", "destroy"], ["--profile", "nobody"]),
    (["rate", _RATS], ["--profile", "nobody"]),
    (["ban", "destroy"], ["-s", "nobody"]),
    (["exploit"], ["--profile", "nobody"]),
    (["meta", "kotc-17"], ["--profile", "nobody"]),
    (["sweep", "kotc-17", "rules.starting_hp=20..60/5"], ["-s", "nobody"]),
    (["homes", "kotc-17"], ["--pilot", "nobody"]),
    (["backtest"], ["--profile", "nobody"]),
    (["train", _RATS], ["--budget", "x"]),
    (["bench"], ["--only", "x"]),
    (["words", "destroy"], []),
    (["card", _RATS], []),
    (["deck", _RATS], []),
    (["strategies"], []),
    (["editions"], []),
    (["docs"], []),
)
"""Command lines, and what makes a command that would play games refuse it, after its options have been read."""
_CHECKING = ("card", "deck", "check", "scenario", "reproduce", "edition")
"""Commands whose exit code 1 says that something is wrong with what they were given."""


@cache
def _options_of(words: tuple[str, ...]) -> list[tuple[list[str], bool]]:
    """Return the options of a command: their spellings, and whether a value follows."""
    command: Any = typer.main.get_command(app)
    for word in words:
        command = command.get_command(typer.Context(command), word) if hasattr(command, "get_command") else command
        command = command.load() if hasattr(command, "load") else command
    return [(list(one.opts), not one.is_flag) for one in command.params if one.param_type_name == "option"]


def _options(rng: random.Random) -> Case:
    base, end = rng.choice(_BASES)
    values = [str(value) for value in JUNK if isinstance(value, (str, int, float)) and value != "/etc/passwd"]
    values += ["50,52", "nan,nan", "inf,1", "1,2,3", ",", "no/such/folder/x.html", ".", "out.html", "/dev/null", "1 Rat"]
    line = list(base)
    if base[0] == "battle" and rng.random() < 0.6:
        line = ["battle", *(text_changed(word, rng) or "1/1" for word in ("4/6+2/4[shield,sword]", "3x2/4")), "--games", "10"]
        line = [word if not word.startswith("-") else f"1/1{word}" for word in line[:3]] + line[3:]
    if base[0] == "sweep":
        line[2] = text_changed(rng.choice((line[2], "destroy=1/2,3", "sp=1..1e9/0.5")), rng)
        line[2] = line[2] if not line[2].startswith("-") else f"1{line[2]}"
    known = _options_of(tuple(base[: 2 if base[0] == "edition" else 1]))
    for _ in range(rng.randrange(1, 3)):
        spellings, takes = rng.choice(known) if known and rng.random() < 0.9 else (["--xyz", "-q", "--profil"], True)
        line += [rng.choice(spellings), *([rng.choice(values)] if takes or rng.random() < 0.1 else [])]
    if base[0] == "battle" and not line[-1].startswith("--h"):
        line += ["--games", "10"] if rng.random() < 0.9 else []
    return Case([*line, *end], {}, checks=base[0] in _CHECKING)


_PLAY = ["matchup", _RATS, _RATS, "--strategy-a", "random", "--strategy-b", "random", "-n", "2", "-j", "1", "--json", "--resume", "run"]


@cache
def _whole_run() -> tuple[Files, str]:
    """Return the files of a run that is complete, and its result."""
    return files_after(Case(_PLAY, {}), "run", ".json", ".npz")


@cache
def _known_texts() -> tuple[Files, str]:
    """Return the files in which texts of cards are remembered, and what is said of the cards."""
    return files_after(
        Case(["card", "cards.yaml"], {"cards.yaml": _CARDS}, cached=True),
        ".",
        *(".trees", ".parser"),
        then=lambda: grammar(load_edition("kotc-17")).remembered.save(),
    )


def _checkpoint(rng: random.Random) -> Case:
    kept, result = _whole_run()
    files = dict(kept)
    name = rng.choice(sorted(files))
    content = files.pop(name)
    assert isinstance(content, bytes)
    if rng.random() < 0.9:
        files[name] = bytes_changed(content, rng)
    if rng.random() < 0.2:
        files[rng.choice(("run/.run.0123abcd.json", "run/x.txt", "run/" + "a" * 24 + ".npz"))] = bytes_changed(content, rng)
    return Case(_PLAY, files, gives=result)


def _texts(rng: random.Random) -> Case:
    kept, said = _known_texts()
    files: dict[str, str | bytes] = {"cards.yaml": _CARDS}
    for name, content in kept.items():
        assert isinstance(content, bytes)
        files[name] = bytes_changed(content, rng)
    return Case(["card", "cards.yaml"], files, cached=True, gives=said)


@cache
def _result(*words: str) -> Any:
    return json.loads(ran(Case([*words, "--json"], {})).stdout)


def _result_file(rng: random.Random) -> Case:
    """Return a changed result for `reproduce` or `bench`; the command that it holds is read and judged, but never run (`case.tried`)."""
    base = rng.choice(
        (["battle", "2/4", "1/10", "--games", "10"], ["replay", _RATS, _RATS, "--strategy-a", "random", "--strategy-b", "random"])
    )
    tree = damaged(_result(*base), rng)
    if rng.random() < 0.4 and isinstance(tree, dict):
        call = rng.choice(
            ("ks.battle('2/4', '1/10')", "kotc-sim matchup a.yaml b.yaml --strategy-a mine.py", "kotc-sim bench", "ks.os.system('x')")
        )
        tree["reproduce"] = text_changed(call, rng)
    command = ["reproduce"]
    if rng.random() < 0.3:
        rows = [{"name": "battles", "value": 1.5, "unit": "games/s"}]
        kept = {"machine": {"cpu": "x"}, "rounds": 3, "ratios": {"battles": {"c": 0.5}}} if rng.random() < 0.5 else {"results": rows}
        tree, command = damaged(kept, rng), ["bench", "--only", "x", "--compare"]
    text = json.dumps(tree, default=str) if rng.random() < 0.7 else text_changed(json.dumps(tree, default=str), rng)
    return Case([*command, "result.json"], {"result.json": text}, checks=True)


@cache
def _meta_files() -> Files:
    folder = ROOT / "decks" / "meta" / "kotc-17"
    return {f"meta/{path.name}": path.read_text(encoding="utf-8") for path in folder.iterdir()}


def _meta(rng: random.Random) -> Case:
    """Return changed decks that matter, as ``rate --meta`` reads them."""
    files = dict(_meta_files())
    name = rng.choice(sorted(files)) if rng.random() < 0.5 else "meta/shares.csv"
    text = str(files[name])
    if name.endswith(".yaml"):
        files[name] = _written(_loaded(text), rng, text)
    else:
        rows = damaged([line.split(",") for line in text.splitlines()], rng)
        table = (
            "\n".join(",".join(map(str, row)) if isinstance(row, list) else str(row) for row in rows)
            if isinstance(rows, list)
            else str(rows)
        )
        files[name] = table if rng.random() < 0.5 else text_changed(text, rng)
    if rng.random() < 0.05:
        del files[name]
    return Case(["rate", "cards.yaml", "--meta", "meta", "--profile", "nobody"], {"cards.yaml": _CARDS, **files})


KINDS: dict[str, Callable[[random.Random], Case]] = {
    "deck": _deck,
    "deck-in-edition": _deck_in_edition,
    "game": _game,
    "card": _card,
    "text": _card_text,
    "edition": _edition,
    "scenario": _scenario_in("tests/rules/17/*.yaml", "tests/rules/1[0-6]*/*.yaml", "tests/rules/[1-9]/*.yaml"),
    "scenario-levelup": _scenario_in("tests/rules/levelup/*.yaml"),
    "strategy": _strategy,
    "options": _options,
    "checkpoint": _checkpoint,
    "texts": _texts,
    "result": _result_file,
    "meta": _meta,
}


def case_of(kind: str, number: int) -> Case:
    """Return a case by its kind and number: always the same one."""
    return KINDS[kind](random.Random(f"{kind} {number}"))
