"""Reading in one pass: whatever a command does with a file, its YAML is parsed once."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

from kotc_sim import yaml_source
from kotc_sim.cli import main

pytestmark = pytest.mark.usefixtures("few_games")

DECKS = Path(__file__).resolve().parents[2] / "decks"
STORM, EMBER = DECKS / "storm.yaml", DECKS / "levelup" / "ember-and-stone.yaml"
PRINTED, POOL = DECKS / "cards" / "kotc-17-printed.yaml", DECKS / "levelup" / "starter-pool.yaml"
PROPOSAL = "name: slower\nextends: levelup\nparameters: {points: 30}\n"
COMMANDS = {
    "deck": ("deck", STORM, EMBER),
    "check": ("check", STORM, EMBER, PRINTED, POOL),
    "card": ("card", PRINTED, POOL),
    "rate": ("rate", PRINTED, "--card", "Thor", "--profile", "random", "--precision", "5"),
    "rate of Level-Up": ("rate", POOL, "--card", "Cinder Pup", "--profile", "random", "--precision", "5"),
    "edition diff": ("edition", "diff", "kotc-17", "kotc-12", STORM, "-s", "random", "-n", "80"),
    "edition diff of Level-Up": ("edition", "diff", "levelup", "slower.yaml", "-s", "random", "-n", "80"),
}


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count the texts that PyYAML parses, from an empty memory."""
    counts: Counter[str] = Counter()
    parse = yaml.parse

    def counted(text: str, **options: Any) -> Any:
        counts[text] += 1
        return parse(text, **options)

    monkeypatch.setattr(yaml, "parse", counted)
    yaml_source._parsed.cache_clear()
    return counts


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_parses_a_file_once(
    name: str, parsed: Counter[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("slower.yaml").write_text(PROPOSAL, encoding="utf-8")
    with pytest.raises(SystemExit) as caught:
        main(list(map(str, COMMANDS[name])))
    assert caught.value.code in (None, 0, 1), capsys.readouterr().err
    given = [Path(word).read_text(encoding="utf-8") for word in COMMANDS[name] if str(word).endswith(".yaml")]
    assert [parsed[text] for text in given] == [1] * len(given)
    assert not [text[:200] for text, count in parsed.items() if count > 1]


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    """Even at once, and with the same length: the memory goes by content, not by time."""
    path = tmp_path / "a.yaml"
    found = []
    for name in ("one", "two", "one"):
        path.write_text(f"name: {name}\n", encoding="utf-8")
        found.append(yaml_source.read_yaml(path))
    assert [root.entries()["name"].raw for root in found] == ["one", "two", "one"]
    assert found[0] is found[2]
