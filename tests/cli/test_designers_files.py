"""Files as designers have them: each is read as it is meant, or refused with what to change."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from kotc_sim.cli import app

HEAD = "name: T\nedition: kotc-17\n"


@pytest.mark.parametrize(
    ("name", "content", "code", "said"),
    [
        ("a.csv", "name,kind,sp,hp,text\nFoo,Minion,2,4,\n", 0, "minion 2/4, level 4"),
        ("b.csv", "name,kind,sp,hp,text\nFoo,minion,2.0,4.0,\nBar,spell,,,Draw 1 card.\n", 0, "minion 2/4, level 4"),
        ("c.csv", "Name;Kind;SP;HP\nFoo;minion;2;\n", 2, "c.csv:2: hp is empty. Write a number into the column HP"),
        ("d.csv", "Name;Kind;SP;HP\nFoo;minion;;4\n", 2, "sp is empty"),
        ("e.yaml", "- {name: H, kind: MINION, sp: 2, hp: 4}\n", 0, "minion 2/4, level 4"),
        ("f.yaml", "- {name: H, kind: beast, sp: 2, hp: 4}\n", 2, "there is no kind of card 'beast'"),
        ("g.tsv", "name\tkind\tsp\thp\ttext\n\n\nBar\tspell\t\t\tDraw 1 card.\n", 0, "Bar: spell, level 2"),
        ("h.csv", "name,kind,SP/HP,text\nFoo,minion,2 / 4,\nBar,spell,,Draw 1 card.\n", 0, "minion 2/4, level 4"),
        ("i.csv", "name,SP/HP\nFoo,2-4\n", 2, "i.csv:2:2: '2-4' is not SP and HP"),
        ("j.csv", "name,SP,SP/HP\nFoo,2,2/4\n", 2, "two columns of the table hold the sp of a card"),
        ("l.csv", "sep=;\nname;SP;HP\nFoo;2;4\n", 0, "minion 2/4, level 4"),
        ("m.csv", "name,SP,HP\n", 2, "m.csv: no card is defined in this file"),
        ("n.yaml", "- {name: Minion 2/4, sp: 3, hp: 4}\n", 2, "and its name says 2/4"),
        ("k.csv", "name,text\nBar,Draw 1 card, then sow.\n", 2, "k.csv:2: 'then sow.' stands in no column of the table"),
    ],
)
def test_cards(tmp_path: Path, name: str, content: str, code: int, said: str) -> None:
    for encoding in ("utf-8-sig", "utf-16"):
        (tmp_path / name).write_text(content, encoding=encoding)
        found = CliRunner().invoke(app, ["card", str(tmp_path / name), "-e", "kotc-17"], prog_name="kotc-sim")
        assert found.exit_code == code, found.output
        assert said in found.output


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.yaml", HEAD + "cards:\n- 36X Minion 2/4\n- 4 \N{MULTIPLICATION SIGN} minion 1/2\n"),
        ("b.yaml", HEAD + "cards: |\n  # a comment\n  36 minion 2/4  # fill\n\n  minion 1/2 x4\n"),
        ("c.json", '{"name": "T", "edition": "kotc-17", "cards": [{"name": "Minion 2/4", "count": "40"}]}'),
        ("d.yaml", HEAD.replace("\n", "\r\n") + "cards:\r\n  40: minion 2/4\r\n"),
        ("f.txt", "edition: kotc-17\n- 20 minion 2/4\n* 20 minion 1/2\n"),
        ("e.txt", "\ufeff# mine\nedition: kotc-17\n20x MINION 2/4\n20 minion 1/2\n"),
    ],
)
def test_decks(tmp_path: Path, name: str, content: str) -> None:
    (tmp_path / name).write_bytes(content.encode())
    found = CliRunner().invoke(app, ["deck", str(tmp_path / name)], prog_name="kotc-sim")
    assert (found.exit_code, "40 cards (Keeper of the Cards, 17th Edition)" in found.output) == (0, True), found.output
