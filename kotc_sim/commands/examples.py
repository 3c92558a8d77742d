"""What the help of each command begins with: command lines to copy, which run in any folder."""

from __future__ import annotations

EXAMPLES: dict[str, tuple[str, ...]] = {
    "matchup": (
        "kotc-sim matchup decks/rats.yaml decks/storm.yaml",
        "kotc-sim matchup raptors storm",
        "kotc-sim matchup decks/rats.yaml decks/storm.yaml --quick --html report.html",
    ),
    "battle": ('kotc-sim battle "4/6+2/4" "1/10"', 'kotc-sim battle "3x2/4" "2/4[shield]" --games 0'),
    "card": ("kotc-sim card decks/cards/kotc-20.yaml", "kotc-sim card my-cards.yaml --edition kotc-12"),
    "deck": ("kotc-sim deck decks/storm.yaml",),
    "words": ("kotc-sim words destroyed", "kotc-sim words draw card --edition kotc-12"),
    "check": ("kotc-sim check decks/rats.yaml decks/scenarios/blocked.yaml",),
    "rate": (
        "kotc-sim rate decks/cards/kotc-20.yaml --card Tornado",
        "kotc-sim rate tornado",
        "kotc-sim rate my-card.yaml --in decks/storm.yaml --strict",
    ),
    "price": ('kotc-sim price "draw 1 card"', 'kotc-sim price "destroy the targets" --edition my-proposal.yaml'),
    "try": ('kotc-sim try decks/storm.yaml --out "2 Thor" --in "2 minion 4/4"',),
    "ban": (
        'kotc-sim ban "destroy the targets"',
        'kotc-sim ban "destroy the targets" --deck decks/storm.yaml',
        'kotc-sim ban "You draw 1 card." --edition levelup',
    ),
    "tournament": ("kotc-sim tournament decks/rats.yaml decks/storm.yaml decks/raptors.yaml",),
    "edition": ("kotc-sim edition show kotc-20", "kotc-sim edition diff kotc-20 my-proposal.yaml"),
    "edition list": ("kotc-sim edition list",),
    "edition show": ("kotc-sim edition show kotc-20",),
    "edition check": ("kotc-sim edition check my-proposal.yaml",),
    "edition diff": ("kotc-sim edition diff kotc-17 kotc-20", "kotc-sim edition diff kotc-20 my-proposal.yaml --fair changed"),
    "edition history": ("kotc-sim edition history",),
    "exploit": ("kotc-sim exploit", "kotc-sim exploit --edition my-proposal.yaml --generations 4", "kotc-sim exploit --edition levelup"),
    "balance": (
        "kotc-sim balance kotc-20 --budget 10m",
        'kotc-sim balance kotc-20 --only "destroy the targets" --only "bounce the targets" --out my-proposal.yaml',
    ),
    "sweep": ("kotc-sim sweep kotc-20 rules.starting_hp=20..60/10", "kotc-sim sweep kotc-20 destroy=1..4 --figure 'going first'"),
    "backtest": ("kotc-sim backtest --only 15:16",),
    "scenario": ("kotc-sim scenario decks/scenarios/blocked.yaml --log",),
    "replay": ("kotc-sim replay decks/rats.yaml decks/storm.yaml --game 7",),
    "meta": ("kotc-sim meta kotc-20", "kotc-sim meta kotc-17 --cards decks/cards/kotc-17-armory.yaml"),
    "homes": ("kotc-sim homes my-proposal.yaml",),
    "train": ("kotc-sim train decks/rats.yaml decks/storm.yaml",),
    "reproduce": ("kotc-sim matchup decks/rats.yaml decks/storm.yaml --json > result.json", "kotc-sim reproduce result.json"),
    "strategies": ("kotc-sim strategies", "kotc-sim strategies new mine"),
    "strategies new": ("kotc-sim strategies new mine",),
    "strategies ladder": ("kotc-sim strategies ladder --strategies random,greedy",),
    "strategies moments": ("kotc-sim strategies moments greedy best",),
    "strategies exploit": ("kotc-sim strategies exploit greedy",),
    "editions": ("kotc-sim editions",),
    "serve": ("kotc-sim serve", "kotc-sim serve --port 8000"),
    "examples": ("kotc-sim examples", "kotc-sim examples raptors --out my-decks"),
    "docs": ("kotc-sim docs", "kotc-sim docs scenarios"),
    "bench": ("kotc-sim bench", "kotc-sim bench --only plain,decks --json"),
}
"""By command. Files that do not begin with decks/ are the user's own."""
