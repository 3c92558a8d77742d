"""The registry: whose a file, a deck or an edition is, and what a game has not."""

from __future__ import annotations

from pathlib import Path

import pytest

import kotc_sim as ks
from kotc_sim import games
from kotc_sim.errors import KotcError
from kotc_sim.experiments.edition.history import list_published
from kotc_sim.experiments.price import require_fair_levels, require_formulas, require_stated_prices
from kotc_sim.games.protocol import Game
from kotc_sim.yaml_source import parse_yaml

DECKS = Path(__file__).resolve().parents[1] / "decks"
STORM, EMBER, POOL = DECKS / "storm.yaml", DECKS / "levelup" / "ember-and-stone.yaml", DECKS / "levelup" / "starter-pool.yaml"
FILES = {
    "edition: levelup\ncards: {A: 2}\n": ("levelup", "deck"),
    "edition: mine.yaml\ncards: {A: 2}\n": ("levelup", "deck"),
    "extends: mine.yaml\n": ("levelup", "edition"),
    "game: levelup\nname: X\ntemplates: {}\n": ("levelup", "cards"),
    "cards:\n  - {name: A, effects: []}\n": ("levelup", "cards"),
    "- {name: A, attack: 3}\n": ("levelup", "cards"),
    "edition: kotc-17\ncards: {A: 2}\n": ("kotc", "deck"),
    "- {name: A, sp: 1, hp: 0}\n": ("kotc", "cards"),
    "- {name: A, offense: 1, defense: 0}\n": ("kotc", "cards"),
    "extends: nowhere.yaml\n": ("kotc", "edition"),
    "game: chess\nname: X\nrules: {}\n": ("kotc", "edition"),
}


@pytest.mark.parametrize("text", FILES)
def test_the_game_and_the_kind_of_a_file(tmp_path: Path, text: str) -> None:
    (tmp_path / "mine.yaml").write_text("extends: levelup\n", encoding="utf-8")
    path = tmp_path / "file.yaml"
    path.write_text(text, encoding="utf-8")
    game, root = games.read(path)
    assert (game.key, games.kind_of(root)) == FILES[text]


def test_a_circle_of_editions_ends(tmp_path: Path) -> None:
    for one, other in (("a", "b"), ("b", "a")):
        (tmp_path / f"{one}.yaml").write_text(f"name: {one}\nextends: {other}.yaml\n", encoding="utf-8")
    assert games.of_edition(tmp_path / "a.yaml") is games.FIRST
    with pytest.raises(KotcError, match="extends itself"):
        games.edition(tmp_path / "a.yaml")


def test_a_file_in_an_edition_of_another_game() -> None:
    for path, edition in ((STORM, "levelup"), (EMBER, "kotc-12")):
        with pytest.raises(KotcError, match=f"of another game than the edition {edition}"):
            games.read(path, edition=edition)
    with pytest.raises(KotcError, match="no edition 'kotc-99'"):
        games.read(EMBER, edition="kotc-99")


@pytest.mark.parametrize("path", [STORM, EMBER], ids=["keeper", "levelup"])
def test_a_deck_knows_its_game(path: Path) -> None:
    game, root = games.read(path)
    deck = game.deck(root)
    assert games.of(deck) is games.of(deck.edition) is game
    assert sum(1 for _ in deck.cards()) == deck.size
    assert deck.edition.base in game.editions()
    assert not [problem for problem in game.check(deck) if problem.illegal]
    assert games.edition_of_decks([deck, deck]) is deck.edition
    for foe in game.reference_decks(deck.edition):
        assert games.of(foe) is game


@pytest.mark.parametrize("game", games.GAMES.values(), ids=list(games.GAMES))
def test_every_game_has_all_doors(game: Game) -> None:
    """They are typed; that they open, in whatever order, is seen here."""
    assert game.workbench.SHAPE.kinds
    for name in ("generation", "synergy", "restriction", "numbers", "carrying", "pool"):
        assert getattr(game.design, name)
    edition = game.edition(game.newest)
    assert game.design.table(edition).archetypes
    assert game.library({}, edition).nodes == {}


def test_what_a_game_has_not_is_refused() -> None:
    levelup = games.of_edition("levelup")
    with pytest.raises(KotcError, match=r"Level-Up has one edition and no history\. Leave --game out, for Keeper of the Cards"):
        list_published(levelup)
    with pytest.raises(KotcError, match=r"--fair: Level-Up's effects are priced in points of attack\. Use"):
        require_fair_levels(levelup)
    with pytest.raises(KotcError, match=r"--hedonic fits the formulas of Keeper of the Cards, and Level-Up has none\. Leave it out"):
        require_formulas(levelup)
    with pytest.raises(KotcError, match=r"changes stated prices, and Level-Up has none\. Use kotc-sim price --all --edition levelup"):
        require_stated_prices(levelup, "kotc-sim balance changes stated prices")
    for refused in (require_fair_levels, require_formulas, list_published):
        refused(games.FIRST)


def test_several_editions() -> None:
    decks = [games.FIRST.deck(games.read(DECKS / name)[1]) for name in ("storm.yaml", "kotc-12-storm.yaml")]
    with pytest.raises(KotcError, match="the decks are of kotc-17 and kotc-12"):
        games.edition_of_decks(decks)


def test_a_single_card_states_its_design_edition() -> None:
    assert games.FIRST.own_edition(parse_yaml("name: A\nsp: 1\nhp: 1\nedition: 12\n", "a.yaml")).name == "kotc-20"
    assert games.FIRST.own_edition(parse_yaml("edition: kotc-12\ncards: []\n", "a.yaml")).name == "kotc-12"


@pytest.mark.usefixtures("few_games_here")
def test_notebooks_read_every_game() -> None:
    cards = ks.load_cards(POOL)
    assert cards[0].name == "Cinder Pup"
    assert ks.load_edition("levelup").line[1] == 7
    assert ks.load_deck(EMBER).size == 60
    rated = ks.rate([card for card in cards if card.name == "Cinder Pup"], edition="levelup", profiles=("random",), precision=5.0)
    assert rated["game"] == "levelup"
    assert eval(rated["reproduce"].replace("['Cinder Pup']", "cards[:1]"), {"ks": ks, "cards": cards}).data == rated.data
