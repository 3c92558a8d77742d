"""One complete result per report, with the keys and types that docs/reports.md defines.

The numbers are made up but coherent: histograms add up to the games, endings to one, and intervals
contain their values.
"""

from __future__ import annotations

import importlib
from functools import cache
from types import ModuleType
from typing import Any

from kotc_sim.reports import html

Result = dict[str, Any]

LIMITS: Result = {
    "never_used": ["Reflect"],
    "rarely_used": [{"text": "Sacrifice an ally to draw 2 cards.", "share": 0.031}],
    "capped": 0.0004,
    "tied": 0.0125,
    "pilot": "Ogres gains 2.1 pp when lookahead plays it instead of greedy: part of the gap is the pilot's.",
    "strongest": "lookahead-2",
    "family": 22,
}

MATCHUP: Result = {
    "command": "matchup",
    "version": "0.1.0",
    "seed": 20250711,
    "reproduce": "kotc-sim matchup decks/rats.yaml decks/ogres.yaml --games 20000 --seed 20250711",
    "edition": "kotc-17",
    "strategies": {"a": "best", "b": "best"},
    "games": 20_000,
    "pairs": 10_000,
    "confidence": 0.95,
    "decks": {"a": {"name": "Rats", "path": "decks/rats.yaml", "size": 40}, "b": {"name": "Ogres", "path": "decks/ogres.yaml", "size": 40}},
    "play": "ladder",
    "score": 0.5313,
    "interval": [0.5259, 0.5367],
    "ladder": [
        {
            "strategy": "greedy",
            "score": 0.6562,
            "interval": [0.6497, 0.6627],
            "games": 20_000,
            "margin": {"value": 7.13, "interval": [6.92, 7.34], "unit": "HP"},
            "first_player_advantage": {"value": 0.089, "interval": [0.082, 0.095]},
        },
        {
            "strategy": "quick",
            "score": 0.5471,
            "interval": [0.5405, 0.5537],
            "games": 20_000,
            "margin": {"value": 2.04, "interval": [1.83, 2.25], "unit": "HP"},
            "first_player_advantage": {"value": 0.041, "interval": [0.035, 0.048]},
        },
        {
            "strategy": "lookahead",
            "score": 0.5405,
            "interval": [0.5190, 0.5620],
            "games": 2_000,
            "margin": {"value": 1.48, "interval": [0.85, 2.11], "unit": "HP"},
            "first_player_advantage": {"value": 0.021, "interval": [-0.001, 0.043]},
        },
        {
            "strategy": "best",
            "score": 0.5313,
            "interval": [0.5259, 0.5367],
            "games": 20_000,
            "margin": {"value": 1.31, "interval": [1.09, 1.53], "unit": "HP"},
            "first_player_advantage": {"value": 0.0121, "interval": [0.0052, 0.0190]},
        },
    ],
    "variants": [
        {
            "variant": "4 times the budget",
            "strategy": "best@96",
            "score": 0.5392,
            "interval": [0.5252, 0.5532],
            "games": 2_500,
            "margin": {"value": 1.44, "interval": [0.81, 2.07], "unit": "HP"},
            "first_player_advantage": {"value": 0.0102, "interval": [-0.0091, 0.0295]},
            "moved": {"value": 0.0079, "interval": [-0.0071, 0.0229]},
            "allowed": 0.03,
            "moves": False,
        },
        {
            "variant": "another training",
            "strategy": "best",
            "score": 0.5244,
            "interval": [0.5145, 0.5343],
            "games": 5_000,
            "margin": {"value": 1.12, "interval": [0.68, 1.56], "unit": "HP"},
            "first_player_advantage": {"value": 0.0131, "interval": [-0.0006, 0.0268]},
            "moved": {"value": -0.0069, "interval": [-0.0182, 0.0044]},
            "allowed": 0.03,
            "moves": False,
        },
    ],
    "settled": True,
    "ladder_difference": {"value": -0.0092, "interval": [-0.0314, 0.0130]},
    "margin": {"value": 1.31, "interval": [1.09, 1.53], "unit": "HP"},
    "homogeneity": {"p": 0.41, "parts": 40, "worst": 17},
    "wilson": [0.5244, 0.5382],
    "verdict": "watch",
    "comebacks": [310, 280],
    "bands": {"fair": [0.48, 0.52], "broken": 0.55},
    "pair_scores": [1208, 108, 6733, 126, 1825],
    "superiority": 1.0,
    "detectable": 0.0077,
    "elo": {"value": 21.8, "interval": [18.0, 25.5]},
    "first_player_advantage": {"value": 0.0121, "interval": [0.0052, 0.0190]},
    "stopping": {"rule": "fixed"},
    "progress": [
        {"games": 200, "score": 0.565, "interval": [0.440, 0.684]},
        {"games": 500, "score": 0.548, "interval": [0.471, 0.624]},
        {"games": 1_000, "score": 0.541, "interval": [0.486, 0.596]},
        {"games": 2_000, "score": 0.527, "interval": [0.487, 0.567]},
        {"games": 4_000, "score": 0.5335, "interval": [0.505, 0.562]},
        {"games": 8_000, "score": 0.5296, "interval": [0.509, 0.550]},
        {"games": 12_000, "score": 0.5321, "interval": [0.515, 0.549]},
        {"games": 16_000, "score": 0.5308, "interval": [0.516, 0.546]},
        {"games": 20_000, "score": 0.5313, "interval": [0.518, 0.545]},
    ],
    "turns": {
        "mean": {"value": 16.2, "interval": [16.1, 16.3]},
        "median": 16,
        "histogram": [
            [6, 60, 2, 0],
            [7, 112, 9, 0],
            [8, 305, 31, 0],
            [9, 402, 74, 0],
            [10, 690, 182, 2],
            [11, 766, 290, 3],
            [12, 968, 451, 6],
            [13, 941, 560, 9],
            [14, 1007, 718, 14],
            [15, 913, 780, 17],
            [16, 851, 840, 22],
            [17, 723, 842, 23],
            [18, 640, 829, 25],
            [19, 518, 761, 24],
            [20, 433, 688, 22],
            [21, 346, 570, 20],
            [22, 264, 464, 17],
            [23, 183, 351, 14],
            [24, 131, 266, 11],
            [25, 90, 184, 8],
            [26, 64, 126, 5],
            [27, 41, 88, 3],
            [28, 26, 60, 2],
            [29, 14, 37, 1],
            [30, 8, 24, 1],
            [31, 3, 13, 0],
            [32, 2, 6, 0],
            [33, 0, 3, 1],
        ],
    },
    "endings": {"hit points": 0.9310, "empty deck": 0.0561, "tie-break": 0.0125, "turn cap": 0.0004},
    "endings_by_winner": {"hit points": [10_127, 8_493, 0], "empty deck": [374, 748, 0], "tie-break": [0, 5, 245], "turn cap": [0, 3, 5]},
    "damage_per_sp": {"a": {"value": 2.61, "interval": [2.59, 2.63]}, "b": {"value": 2.93, "interval": [2.90, 2.96]}, "reference": 3.5},
    "damage_per_level": {"a": {"value": 1.44, "interval": [1.42, 1.46]}, "b": {"value": 1.29, "interval": [1.27, 1.31]}},
    "cards": [
        {
            "name": "Giant Rat",
            "deck": "a",
            "drawn": 0.571,
            "not_drawn": 0.498,
            "impact": 0.061,
            "interval": [0.046, 0.076],
            "games": 12_402,
            "played_share": 0.94,
            "p": 0.0001,
        },
        {
            "name": "Rat Swarm",
            "deck": "a",
            "drawn": 0.556,
            "not_drawn": 0.511,
            "impact": 0.038,
            "interval": [0.022, 0.054],
            "games": 11_874,
            "played_share": 0.91,
            "p": 0.0001,
        },
        {
            "name": "Plague Carrier",
            "deck": "a",
            "drawn": 0.539,
            "not_drawn": 0.525,
            "impact": 0.012,
            "interval": [-0.004, 0.028],
            "games": 9_105,
            "played_share": 0.83,
            "p": 0.66,
        },
        {
            "name": "Sewer King",
            "deck": "a",
            "drawn": 0.522,
            "not_drawn": 0.536,
            "impact": -0.017,
            "interval": [-0.036, 0.002],
            "games": 7_318,
            "played_share": 0.52,
            "p": 0.48,
        },
        {
            "name": "Reflect",
            "deck": "a",
            "drawn": 0.507,
            "not_drawn": 0.541,
            "impact": -0.031,
            "interval": [-0.047, -0.015],
            "games": 8_960,
            "played_share": 0.0,
            "p": 0.004,
        },
        {
            "name": "Ogre Chieftain",
            "deck": "b",
            "drawn": 0.534,
            "not_drawn": 0.431,
            "impact": 0.083,
            "interval": [0.065, 0.101],
            "games": 8_020,
            "played_share": 0.71,
            "p": 0.0001,
        },
        {
            "name": "Boulder",
            "deck": "b",
            "drawn": 0.487,
            "not_drawn": 0.458,
            "impact": 0.024,
            "interval": [0.008, 0.040],
            "games": 10_773,
            "played_share": 0.97,
            "p": 0.03,
        },
        {
            "name": "Stone Skin",
            "deck": "b",
            "drawn": 0.466,
            "not_drawn": 0.470,
            "impact": -0.004,
            "interval": [-0.021, 0.013],
            "games": 9_811,
            "played_share": 0.64,
            "p": 1.0,
        },
        {
            "name": "Young Ogre",
            "deck": "b",
            "drawn": 0.449,
            "not_drawn": 0.481,
            "impact": -0.026,
            "interval": [-0.041, -0.011],
            "games": 13_051,
            "played_share": 0.99,
            "p": 0.01,
        },
    ],
    "notable": [
        {
            "game": 812,
            "why": "longest game",
            "turns": 33,
            "replay": "kotc-sim replay decks/rats.yaml decks/ogres.yaml --seed 20250711 --game 812",
        },
        {
            "game": 14_077,
            "why": "biggest comeback",
            "turns": 24,
            "replay": "kotc-sim replay decks/rats.yaml decks/ogres.yaml --seed 20250711 --game 14077",
        },
        {
            "game": 3,
            "why": "median game",
            "turns": 16,
            "replay": "kotc-sim replay decks/rats.yaml decks/ogres.yaml --seed 20250711 --game 3",
        },
    ],
    "limits": LIMITS,
    "notes": ["Strategies do not mulligan in this edition."],
}


def _curve(home: str, pilot: str, gains: list[float], played: float = 0.98) -> Result:
    """Return a card's gains over the levels from 0 in a home, ± 0.3."""
    points = [{"level": i, "gain": gain, "interval": [gain - 0.3, gain + 0.3], "played_share": played} for i, gain in enumerate(gains)]
    return {"home": home, "pilot": pilot, "pays": 4, "rows": 160, "points": points}


def _rated(name: str, text: str, level: int, verdict: str, gain: float, fair: float | None, words: str) -> Result:
    """Return a card of the sample of rate."""
    curve = [gain + 0.8 * (level - i) for i in range(7)]
    homes = ("fast", "middle", "slow") if verdict in ("undercosted", "pilot fails") else ("fast",)  # a picture each, and all alike
    return {
        "name": name,
        "text": text,
        "level": level,
        "verdict": verdict,
        "gain": {"value": gain, "interval": [gain - 0.25, gain + 0.25]},
        "is_mean": False,
        "home": "fast",
        "fair_level": fair,
        "interval": None if fair is None else [fair - 0.3, fair + 0.3],
        "fair_words": words,
        "exchange": {"value": 0.8, "interval": [0.6, 1.0]},
        "by_home": [
            {"home": home, "value": gain - off, "interval": [gain - off - 0.5, gain - off + 0.5], "fair_level": fair, "fair_words": words}
            for home, off in (("fast", 0.0), ("middle", 0.4), ("slow", 0.9))
        ],
        "by_profile": {
            "best": {"gain": gain, "interval": [gain - 0.25, gain + 0.25], "verdict": verdict},
            "best@96": {"gain": gain + 0.2, "interval": [gain - 0.3, gain + 0.7], "verdict": "undecided"},
        },
        "difference": {"value": -0.2, "interval": [-0.7, 0.3]},
        "errors": {"sampling": 0.25, "homes": [gain - 0.9, gain], "pilots": [gain, gain + 0.2]},
        "copies": [{"copies": n, "value": gain + 1 / n, "interval": [gain + 1 / n - 0.4, gain + 1 / n + 0.4]} for n in (1, 2, 4, 8)],
        "curves": [_curve("fast", "best@8", curve), *(_curve(home, "quick", curve) for home in homes)],
        "rises": {"from": 0, "to": 2, "value": 1.4, "interval": [0.7, 2.1]} if verdict == "pilot fails" else None,
        "pairs": 480,
        "more_pairs": 900 if verdict == "undecided" else None,
        "p": 0.0004,
        "played_share": 0.96,
        "next_deck": {
            "value": gain - 0.4,
            "mean": [gain - 0.9, gain + 0.1],
            "interval": [gain - 1.6, gain + 0.8],
            "beyond": {"value": gain - 0.7, "interval": [gain - 1.1, gain - 0.3]},
            "beyond_interval": [gain - 1.8, gain + 0.4],
            "confidence": 0.8,
            "decks": 3,
            "pilot": "best@8",
        },
    }


RATE: Result = {
    "command": "rate",
    "version": "0.1.0",
    "seed": 7,
    "reproduce": "kotc-sim rate cards/proposals.yaml --precision 0.25 --seed 7",
    "edition": "kotc-17",
    "strategies": ["quick", "best@8", "best", "best@96"],
    "pilots": {"fast": "quick", "screen": "best@8", "judge": "best", "second": "best@96"},
    "homes": ["fast", "middle", "slow"],
    "copies": 8,
    "axis": "level",
    "band": 0.5,
    "games": 1_920_000,
    "pairs": 960_000,
    "cards": [
        _rated("Thunderstrike", "Deal 4 damage to the targets.", 2, "undercosted", 2.0, 3.4, "3.4"),
        _rated("Thor", "", 9, "overpriced", -1.6, None, "up to 5, all that the deck can pay"),
        _rated("Giant Rat", "", 2, "fair", 0.1, 2.1, "2.1"),
        _rated("Idle Bell", "You may ring it.", 1, "overpriced", -2.6, None, "not even for nothing"),
        _rated("Wisp", "Draw 1 card.", 2, "undecided", 0.3, 2.4, "2.4"),
        _rated("Maze", "Sheathe it.", 3, "depends on play", 0.7, 3.6, "3.6"),
        _rated("Puzzle", "Silo it.", 3, "pilot fails", 0.7, None, "more than 6"),
        _rated("Spark", "2-dice-burn.", 2, "a little off", 0.5, 2.6, "2.6"),
    ],
    "limits": {"strongest": "best@96", "tied": 0.001, "family": 8},
    "notes": ["Each card took the 8 cards that a home misses least; opponents are the edition's homes."],
}


def _priced(text: str, verdict: str, official: float, premium: float, fair: float | None, words: str) -> Result:
    """Return a component of the sample of price."""
    points = [
        {
            "use": use,
            "label": label,
            "level": 2 + level,
            "card": f"1/2 A: {text}",
            "beside": beside,
            "official": official * level,
            "home": "slow",
            "premium": premium,
            "premium_interval": [premium - 0.3, premium + 0.3],
            "fair": None if fair is None else fair * level,
            "interval": None if fair is None else [fair * level - 0.3, fair * level + 0.3],
            "fair_words": words,
            "by_home": [
                {
                    "home": home,
                    "value": premium - off,
                    "interval": [premium - off - 0.4, premium - off + 0.4],
                    "fair": fair,
                    "fair_words": words,
                }
                for home, off in (("fast", 0.5), ("middle", 0.2), ("slow", 0.0))
            ],
        }
        for use, label, level, beside in (
            ("ability of a small minion", "x = 1", 1, None),
            ("spell", "x = 1", 1, None),
            ("ability of a small minion", "x = 1", 1, "Self-destroy 1 card in your hand→ Draw 2 cards."),
            ("ability of a small minion", "x = 2", 2, "Self-destroy 1 card in your hand→ Draw 2 cards."),
        )
    ]
    company = {
        "partner": "Self-destroy 1 card in your hand→ Draw 2 cards.",
        "copies": 8,
        "card": f"1/2 A: {text}",
        "home": "slow",
        "premium": {"value": premium + 0.1, "interval": [premium - 0.4, premium + 0.6]},
        "partner_stays": True,
        "counts": True,
        "tried": [
            {"partner": name, "level": 2, "card": f"1/2 A: {text}", "home": "slow", "value": value, "interval": [value - 1, value + 1]}
            for name, value in (("Self-destroy 1 card in your hand→ Draw 2 cards.", premium + 0.3), ("Draw 1 card.", -1.0))
        ],
    }
    return {
        "text": text,
        "id": "effect.sample",
        "official": official,
        "fair": fair,
        "interval": None if fair is None else [fair - 0.3, fair + 0.3],
        "fair_words": words,
        "verdict": verdict,
        "premium": {"value": premium, "interval": [premium - 0.25, premium + 0.25]},
        "use": "ability of a small minion",
        "card": f"1/2 A: {text}",
        "beside": company["partner"],
        "company": company,
        "home": "slow",
        "at_level": 3,
        "level": 3,
        "brought_share": 0.9,
        "amounts": "x = 1",
        "formula": "2*x",
        "best_formula": "3/2*x",
        "fit": {"slope": {"value": 0.85, "interval": [0.80, 0.90]}, "intercept": {"value": 0.0, "interval": [-0.3, 0.3]}},
        "points": points,
        "by_profile": {"best": {"value": premium, "interval": [premium - 0.25, premium + 0.25], "verdict": verdict}},
        "errors": {"sampling": 0.25, "homes": [premium - 0.5, premium], "pilots": [premium, premium + 0.1]},
        "curve": _curve("slow", "best@8", [premium + 0.8 * (2 - i) for i in range(7)]),
        "cross_check": {"fair": 5.3, "interval": [4.7, 6.0], "agrees": False},
        "pairs": 420,
        "more_pairs": 700,
        "played_share": 0.97,
        "p": 0.0003,
    }


PRICE: Result = {
    "command": "price",
    "version": "0.1.0",
    "seed": 11,
    "reproduce": 'kotc-sim price "Destroy the targets." "Heal x." --seed 11',
    "edition": "kotc-17",
    "strategies": ["quick", "best@8", "best", "best@96"],
    "pilots": {"fast": "quick", "screen": "best@8", "judge": "best", "second": "best@96"},
    "homes": ["fast", "middle", "slow"],
    "copies": 8,
    "band": 0.5,
    "games": 1_430_000,
    "pairs": 715_000,
    "components": [
        _priced("Destroy the targets.", "undercosted", 2.0, 2.1, 4.1, "4.1"),
        _priced("Heal x.", "overpriced", 1.0, -1.2, None, "not even for nothing"),
        _priced("Taunt", "fair", 1.0, 0.1, 1.1, "1.1"),
        _priced("Draw 1 card.", "undecided", 2.0, 0.3, 2.3, "2.3"),
        _priced("Sheathe it.", "depends on play", 3.0, 0.7, 3.6, "3.6"),
        _priced("Silo it.", "pilot fails", 3.0, 0.7, None, "more than 6"),
        _priced("Bury it.", "a little off", 4.0, -0.5, 3.4, "3.4"),
        _priced("Skip your next attack.", "not played", -1.0, 0.0, None, "not asked: its premium did not stand out"),
    ],
    "limits": {"strongest": "best@96", "tied": 0.001, "family": 8},
}


def _entrant(name: str) -> Result:
    return {"name": name, "strategy": "lookahead", "path": f"decks/{name.lower()}.yaml", "size": 40}


TOURNAMENT: Result = {
    "command": "tournament",
    "version": "0.1.0",
    "seed": 3,
    "reproduce": "kotc-sim tournament decks/*.yaml --games 4000 --seed 3",
    "edition": "kotc-17",
    "strategies": ["lookahead"],
    "games": 60_000,
    "pairs": 30_000,
    "decks": [
        _entrant("Rats"),
        _entrant("Ogres"),
        _entrant("Sorcery"),
        _entrant("Wall"),
        _entrant("Gravediggers"),
        _entrant("Chorus of the Drowned Lighthouse Keepers"),
    ],
    "matrix": [
        [None, 0.531, 0.604, 0.382, 0.547, 0.702],
        [0.469, None, 0.446, 0.588, 0.512, 0.655],
        [0.396, 0.554, None, 0.571, 0.489, 0.618],
        [0.618, 0.412, 0.429, None, 0.468, 0.590],
        [0.453, 0.488, 0.511, 0.532, None, 0.633],
        [0.298, 0.345, 0.382, 0.410, 0.367, None],
    ],
    "matrix_intervals": [
        [None, [0.515, 0.547], [0.588, 0.620], [0.366, 0.398], [0.531, 0.563], [0.688, 0.716]],
        [[0.453, 0.485], None, [0.430, 0.462], [0.572, 0.604], [0.496, 0.528], [0.640, 0.670]],
        [[0.380, 0.412], [0.538, 0.570], None, [0.555, 0.587], [0.473, 0.505], [0.602, 0.634]],
        [[0.602, 0.634], [0.396, 0.428], [0.413, 0.445], None, [0.452, 0.484], [0.574, 0.606]],
        [[0.437, 0.469], [0.472, 0.504], [0.495, 0.527], [0.516, 0.548], None, [0.617, 0.649]],
        [[0.284, 0.312], [0.330, 0.360], [0.366, 0.398], [0.394, 0.426], [0.351, 0.383], None],
    ],
    "ratings": [
        {"name": "Rats", "rating": 38.1, "interval": [33.0, 43.2], "rank": 1, "rank_interval": [1, 1], "score": 0.553},
        {"name": "Ogres", "rating": 23.4, "interval": [18.4, 28.4], "rank": 2, "rank_interval": [2, 2], "score": 0.534},
        {"name": "Sorcery", "rating": 17.7, "interval": [12.7, 22.8], "rank": 3, "rank_interval": [3, 3], "score": 0.526},
        {"name": "Gravediggers", "rating": 16.0, "interval": [10.9, 21.0], "rank": 4, "rank_interval": [4, 4], "score": 0.523},
        {"name": "Wall", "rating": 2.4, "interval": [-2.7, 7.4], "rank": 5, "rank_interval": [5, 5], "score": 0.503},
        {
            "name": "Chorus of the Drowned Lighthouse Keepers",
            "rating": -97.6,
            "interval": [-103.0, -92.3],
            "rank": 6,
            "rank_interval": [6, 6],
            "score": 0.360,
        },
    ],
    "equilibrium": [
        {"name": "Rats", "weight": 0.421, "interval": [0.36, 0.49], "score": 0.5},
        {"name": "Ogres", "weight": 0.247, "interval": [0.18, 0.31], "score": 0.5},
        {"name": "Sorcery", "weight": 0.051, "interval": [0.0, 0.14], "score": 0.5},
        {"name": "Wall", "weight": 0.281, "interval": [0.22, 0.34], "score": 0.5},
        {"name": "Gravediggers", "weight": 0.0, "interval": [0.0, 0.09], "score": 0.5},
        {"name": "Chorus of the Drowned Lighthouse Keepers", "weight": 0.0, "interval": [0.0, 0.0], "score": 0.5},
    ],
    "alpha_rank": [
        {"name": "Rats", "weight": 0.37, "rank": 1, "rank_interval": [1, 1]},
        {"name": "Ogres", "weight": 0.24, "rank": 2, "rank_interval": [2, 2]},
        {"name": "Sorcery", "weight": 0.11, "rank": 3, "rank_interval": [3, 3]},
        {"name": "Wall", "weight": 0.26, "rank": 4, "rank_interval": [4, 4]},
        {"name": "Gravediggers", "weight": 0.02, "rank": 5, "rank_interval": [5, 5]},
        {"name": "Chorus of the Drowned Lighthouse Keepers", "weight": 0.0, "rank": 6, "rank_interval": [6, 6]},
    ],
    "dominated": [{"name": "Chorus of the Drowned Lighthouse Keepers", "by": "Rats", "sure": True}],
    "cycles": [["Rats", "Ogres", "Wall"], ["Rats", "Sorcery", "Wall"]],
    "cycles_seen": 3,
    "cyclic_share": 0.31,
    "entropy": 1.75,
    "entropy_interval": [1.6, 1.9],
    "playable_share": 0.667,
    "playable_interval": [0.5, 0.667],
    "worst_matchup": {"deck": "Rats", "opponent": "Wall", "score": 0.382, "interval": [0.366, 0.398]},
    "draw": 0.021,
    "seat": 8.3,
    "seat_interval": [6.1, 10.5],
    "first_player_advantage": {"value": 0.012, "interval": [0.009, 0.015]},
    "alpha": 100.0,
    "games_per_matchup": 4_000,
    "detectable": 0.022,
    "matchups": [],
    "verdict": "open",
    "limits": {**LIMITS, "family": 15},
}

EDITION_DIFF: Result = {
    "command": "edition diff",
    "version": "0.1.0",
    "seed": 5,
    "reproduce": "kotc-sim edition diff kotc-17 proposal.yaml --decks decks/*.yaml --games 4000 --seed 5",
    "edition": "kotc-17 and 18th draft",
    "strategies": ["lookahead"],
    "games": 48_000,
    "pairs": 24_000,
    "editions": {"before": "kotc-17", "after": "18th draft"},
    "changes": [
        {
            "what": "game length",
            "unit": "turns",
            "before": {"value": 17.1, "interval": [17.0, 17.2]},
            "after": {"value": 15.2, "interval": [15.1, 15.3]},
            "difference": {"value": -1.9, "interval": [-2.0, -1.8]},
            "p": 0.0001,
            "verdict": "changed",
        },
        {
            "what": "first-player advantage",
            "unit": "points",
            "before": {"value": 0.012, "interval": [0.005, 0.019]},
            "after": {"value": 0.024, "interval": [0.017, 0.031]},
            "difference": {"value": 0.012, "interval": [0.003, 0.021]},
            "p": 0.03,
            "verdict": "changed",
        },
        {
            "what": "games that end by empty deck",
            "unit": "share",
            "before": {"value": 0.056, "interval": [0.053, 0.059]},
            "after": {"value": 0.041, "interval": [0.038, 0.044]},
            "difference": {"value": -0.015, "interval": [-0.018, -0.012]},
            "p": 0.0001,
            "verdict": "changed",
        },
        {
            "what": "comeback rate",
            "unit": "share",
            "before": {"value": 0.183, "interval": [0.178, 0.188]},
            "after": {"value": 0.181, "interval": [0.176, 0.186]},
            "difference": {"value": -0.002, "interval": [-0.007, 0.003]},
            "p": 0.86,
            "verdict": "same",
        },
        {
            "what": "damage per SP",
            "unit": "",
            "before": {"value": 2.74, "interval": [2.72, 2.76]},
            "after": {"value": 2.76, "interval": [2.73, 2.79]},
            "difference": {"value": 0.02, "interval": [-0.01, 0.05]},
            "p": 0.52,
            "verdict": "undecided",
        },
    ],
    "decks": [
        {
            "name": "Rats",
            "before": {"value": 0.553, "interval": [0.546, 0.560]},
            "after": {"value": 0.571, "interval": [0.564, 0.578]},
            "difference": {"value": 0.018, "interval": [0.010, 0.026]},
            "verdict": "changed",
        },
        {
            "name": "Ogres",
            "before": {"value": 0.534, "interval": [0.527, 0.541]},
            "after": {"value": 0.512, "interval": [0.505, 0.519]},
            "difference": {"value": -0.022, "interval": [-0.030, -0.014]},
            "verdict": "changed",
        },
        {
            "name": "Sorcery",
            "before": {"value": 0.526, "interval": [0.519, 0.533]},
            "after": {"value": 0.529, "interval": [0.522, 0.536]},
            "difference": {"value": 0.003, "interval": [-0.005, 0.011]},
            "verdict": "undecided",
        },
        {
            "name": "Wall",
            "before": {"value": 0.503, "interval": [0.496, 0.510]},
            "after": {"value": 0.478, "interval": [0.471, 0.485]},
            "difference": {"value": -0.025, "interval": [-0.033, -0.017]},
            "verdict": "changed",
        },
    ],
    "components": [
        {
            "id": "effect.petrify",
            "text": "Petrify",
            "official_before": 3.0,
            "official_after": 2.0,
            "fair_before": {"value": 1.9, "interval": [1.6, 2.2]},
            "fair_after": {"value": 2.0, "interval": [1.7, 2.3]},
        },
        {
            "id": "effect.drain",
            "text": "{x}-drain enemy.",
            "official_before": None,
            "official_after": 2.0,
            "fair_before": None,
            "fair_after": {"value": 2.3, "interval": [2.0, 2.7]},
        },
    ],
    "cards": [
        {
            "name": "Gorgon",
            "level_before": 7,
            "level_after": 6,
            "legal_before": True,
            "legal_after": True,
            "reason": "Petrify costs 2*t instead of 3*t.",
        },
        {
            "name": "Basilisk",
            "level_before": 12,
            "level_after": 11,
            "legal_before": False,
            "legal_after": True,
            "reason": "Level 12 was above the limit of 11.",
        },
    ],
    "rules": [
        {"rule": "effects.petrify.level", "before": "3*t", "after": "2*t"},
        {"rule": "effects.drain", "before": "", "after": "2*x, ultra 1"},
        {"rule": "player.hit_points", "before": "50", "after": "45"},
    ],
    "endings": {"hit points": [0.931, 0.947], "empty deck": [0.056, 0.041], "tie-break": [0.0125, 0.0118], "turn cap": [0.0005, 0.0002]},
    "turns": {
        "before": [
            [8, 500],
            [10, 1900],
            [12, 3300],
            [14, 4300],
            [16, 4500],
            [18, 3800],
            [20, 2700],
            [22, 1600],
            [24, 900],
            [26, 350],
            [28, 150],
        ],
        "after": [
            [8, 1300],
            [10, 3200],
            [12, 4600],
            [14, 4900],
            [16, 4000],
            [18, 2900],
            [20, 1700],
            [22, 850],
            [24, 370],
            [26, 130],
            [28, 50],
        ],
    },
    "verdict": "changed",
    "not_tested": [],
    "not_carried": [{"name": "Oracle", "reason": "“Look at the top x cards” is not in the 18th draft."}],
    "limits": {**LIMITS, "family": 9},
}

EDITION_HISTORY: Result = {
    "command": "edition history",
    "version": "0.1.0",
    "seed": 1,
    "reproduce": "kotc-sim edition history --seed 1",
    "editions": [
        {"name": "kotc-8", "title": "8th Edition", "year": 2019, "relation": "prices of its own", "components": 93, "refused": 9},
        {"name": "kotc-9", "title": "9th Edition", "year": 2019, "relation": "no chains", "components": 93, "refused": 17},
        {"name": "kotc-10", "title": "10th Edition", "year": 2020, "relation": "as the 9th", "components": 106, "refused": 17},
    ],
    "strategies": ["greedy"],
    "games": 7_200,
    "pairs": 3_600,
    "confidence": 0.95,
    "steps": [
        {
            "before": "kotc-8",
            "after": "kotc-9",
            "counts": {"added": 0, "removed": 0, "redacted": 1, "allowed": 0, "repriced": 1, "reworded": 1},
            "rules": [{"rule": "starting_hp", "before": "60", "after": "50"}],
            "components": [
                {
                    "id": "cost.pay_hitpoints",
                    "change": ["redacted"],
                    "text": "Pay {x} hitpoints.",
                    "official_before": 0.2,
                    "official_after": None,
                    "formula_before": "x/5",
                    "formula_after": None,
                },
                {
                    "id": "effect.draw",
                    "change": ["repriced"],
                    "text": "Draw {x} cards.",
                    "official_before": 2.0,
                    "official_after": 3.0,
                    "formula_before": "2*x",
                    "formula_after": "3*x",
                },
                {
                    "id": "effect.see",
                    "change": ["reworded"],
                    "text": "See all targets. (was: Look at all targets.)",
                    "official_before": 0.5,
                    "official_after": 0.5,
                    "formula_before": "t/2",
                    "formula_after": "t/2",
                },
            ],
        },
        {
            "before": "kotc-9",
            "after": "kotc-10",
            "counts": {"added": 0, "removed": 0, "redacted": 0, "allowed": 0, "repriced": 0, "reworded": 0},
            "rules": [],
            "components": [],
        },
    ],
    "play": [
        {"edition": edition, "what": what, "unit": unit, "value": value, "interval": [value - half, value + half]}
        for edition, values in (
            ("kotc-8", (23.5, 0.010, 0.188, 1.81, 2.60, 0.985)),
            ("kotc-9", (17.8, -0.021, 0.063, 1.89, 2.23, 0.969)),
            ("kotc-10", (17.8, -0.021, 0.063, 1.89, 2.23, 0.969)),
        )
        for (what, unit, half), value in zip(
            (
                ("length of a game", "turns", 0.4),
                ("advantage of going first", "points", 0.034),
                ("games won from 10 HP behind", "share", 0.02),
                ("damage per SP on the field", "", 0.02),
                ("damage per level paid", "", 0.02),
                ("ended by hit points", "share", 0.01),
            ),
            values,
            strict=True,
        )
    ],
    "decks": [
        {
            "edition": edition,
            "name": "reference fast",
            "score": {"value": score, "interval": [score - 0.03, score + 0.03]},
            "turns": {"value": turns, "interval": [turns - 0.5, turns + 0.5]},
            "first_player_advantage": {"value": 0.01, "interval": [-0.02, 0.04]},
            "damage_per_sp": {"value": 1.8, "interval": [1.7, 1.9]},
            "damage_per_level": {"value": 2.5, "interval": [2.4, 2.6]},
        }
        for edition, score, turns in (("kotc-8", 0.24, 23.7), ("kotc-9", 0.289, 17.6), ("kotc-10", 0.289, 17.6))
    ],
    "left_out": [{"name": "kotc-12", "reason": "an early text of the 12th Edition"}],
    "notes": ["Intervals hold for each figure alone, not for all of them at once."],
    "limits": {"capped": 0.0, "tied": 0.002},
}

LADDER: Result = {
    "command": "ladder",
    "version": "0.1.0",
    "seed": 1,
    "reproduce": "kotc-sim strategies ladder --games 2000 --seed 1",
    "edition": "kotc-17",
    "strategies": ["random", "rush", "greedy", "lookahead", "search"],
    "games": 8_000,
    "pairs": 4_000,
    "rungs": [
        {"name": "random", "below": None},
        {"name": "rush", "below": "random", "score": 0.962, "interval": [0.953, 0.970], "verdict": "stronger", "pairs": 1_000},
        {"name": "greedy", "below": "rush", "score": 0.694, "interval": [0.675, 0.713], "verdict": "stronger", "pairs": 1_000},
        {"name": "lookahead", "below": "greedy", "score": 0.583, "interval": [0.563, 0.603], "verdict": "stronger", "pairs": 1_000},
        {"name": "search", "below": "lookahead", "score": 0.511, "interval": [0.490, 0.532], "verdict": "undecided", "pairs": 1_000},
    ],
    "ratings": [
        {"name": "random", "rating": -402.0, "interval": [-431.0, -373.0]},
        {"name": "rush", "rating": -14.0, "interval": [-28.0, 0.0]},
        {"name": "greedy", "rating": 101.0, "interval": [90.0, 112.0]},
        {"name": "lookahead", "rating": 154.0, "interval": [142.0, 166.0]},
        {"name": "search", "rating": 161.0, "interval": [147.0, 175.0]},
    ],
    "verdict": "undecided",
    "seconds_per_game": {"random": 0.0001, "rush": 0.0002, "greedy": 0.001, "lookahead": 0.02, "search": 1.5},
    "decks": [{"deck": "Rats", "edition": "kotc-17", "rush": {"value": 0.962, "interval": [0.953, 0.970]}}],
    "use": {"random": 0.4, "rush": 0.6, "greedy": 0.9, "lookahead": 0.9, "search": 0.9},
    "cost": {"random": 0.05, "rush": 0.11, "greedy": 0.8, "lookahead": 14.2, "search": 950.0},
    "settled": {
        "kotc-17": {
            "pilot": "best",
            "richer": "best@96",
            "games": 600,
            "mean": 0.015,
            "matches": [
                {
                    "a": "Rats",
                    "b": "Ogres",
                    "once": {"score": 0.530, "interval": [0.490, 0.570]},
                    "more": {"score": 0.550, "interval": [0.510, 0.590]},
                    "again": {"score": 0.520, "interval": [0.480, 0.560]},
                    "crossed": [
                        {"a": "more", "b": "once", "score": 0.541, "interval": [0.501, 0.581]},
                        {"a": "once", "b": "more", "score": 0.522, "interval": [0.482, 0.562]},
                        {"a": "again", "b": "once", "score": 0.528, "interval": [0.488, 0.568]},
                        {"a": "once", "b": "again", "score": 0.533, "interval": [0.493, 0.573]},
                    ],
                    "moved": 0.02,
                }
            ],
            "mirrors": [
                {
                    "deck": "Rats",
                    "more": {"score": 0.510, "interval": [0.470, 0.550]},
                    "again": {"score": 0.490, "interval": [0.450, 0.530]},
                }
            ],
        }
    },
    "limits": {**LIMITS, "family": 4},
}

SUBSTITUTION: Result = {
    "command": "try",
    "version": "0.1.0",
    "seed": 2,
    "reproduce": 'kotc-sim try rats.yaml --out "2 Reflect" --in "1 Giant Rat" --in "1 Sewer King" --seed 2',
    "edition": "kotc-17",
    "strategies": {"deck": "lookahead", "opponents": "lookahead"},
    "games": 16_000,
    "pairs": 8_000,
    "deck": "Rats",
    "out": [[2, "Reflect"]],
    "in": [[1, "Giant Rat"], [1, "Sewer King"]],
    "difference": {"value": 0.019, "interval": [0.013, 0.025]},
    "before": {"value": 0.531, "interval": [0.523, 0.539]},
    "after": {"value": 0.550, "interval": [0.542, 0.558]},
    "verdict": "better",
    "gain": {"value": 0.95, "interval": [0.65, 1.25]},
    "same": 0.01,
    "correlation": 0.81,
    "games_saved": 68_000,
    "detectable": 0.009,
    "against": [
        {"name": "Ogres", "before": 0.531, "after": 0.548, "difference": {"value": 0.017, "interval": [0.008, 0.026]}},
        {"name": "Wall", "before": 0.382, "after": 0.405, "difference": {"value": 0.023, "interval": [0.014, 0.032]}},
    ],
    "limits": {**LIMITS, "family": 3},
}

RESTRICTION: Result = {
    "command": "ban",
    "version": "0.1.0",
    "seed": 4,
    "reproduce": 'kotc-sim ban "Draw x cards." "Taunt" "Reflect" --seed 4',
    "edition": "kotc-17",
    "strategies": {"both": "lookahead"},
    "games": 24_000,
    "pairs": 12_000,
    "components": [
        {
            "text": "Taunt",
            "id": "effect.taunt",
            "decks": [],
            "worth": {"value": 0.031, "interval": [0.022, 0.040]},
            "used_share": 0.98,
            "verdict": "matters",
            "p": 0.01,
        },
        {
            "text": "Draw x cards.",
            "id": "effect.draw",
            "decks": [],
            "worth": {"value": 0.074, "interval": [0.065, 0.083]},
            "used_share": 0.91,
            "verdict": "matters",
            "p": 0.01,
        },
        {
            "text": "Reflect",
            "id": "effect.reflect",
            "decks": [],
            "worth": {"value": 0.001, "interval": [-0.004, 0.006]},
            "used_share": 0.02,
            "verdict": "does not matter",
            "p": 0.01,
        },
    ],
    "limits": {**LIMITS, "family": 3},
}


def _found(name: str, text: str, verdict: str, gain: float, gaining: list[str], blame: str) -> Result:
    """Return a winner of the sample of exploit."""
    own = {"kind": "minion", "sp": 1, "hp": 2, "gaining": gaining, "confirmed": len(gaining) > 1, "blame": blame, "retest": True}
    return {**_rated(name, text, 3, verdict, gain, 3.8, "3.8"), **own}


def _combo(name: str, verdict: str, gain: float, alone: list[float], gaining: list[str], blame: str) -> Result:
    """Return a combo of the sample of exploit."""
    texts = ["When this card in your hand is destroyed: Draw 3 cards.", "Self-destroy 1 card in your hand→ Draw 1 card."]
    cards = [
        {
            **{"kind": "spell", "sp": 0, "hp": 0, "level": 2, "text": text, "gain": {"value": own, "interval": [own - 0.3, own + 0.3]}},
            "less": {"value": gain - own, "interval": [gain - own - 0.4, gain - own + 0.4]},
        }
        for text, own in zip(texts, alone, strict=True)
    ]
    measured = {"value": gain, "interval": [gain - 0.2, gain + 0.2]}
    return {
        **{"name": name, "cards": cards, "verdict": verdict, "gain": measured, "home": "fast"},
        **{
            "by_home": [{"home": home, **measured} for home in ("fast", "middle", "slow")],
            "by_pilot": {"best": measured},
            "difference": None,
        },
        **{"pairs": 200, "more_pairs": None, "gaining": gaining, "confirmed": len(gaining) > 1, "blame": blame},
    }


EXPLOITS: Result = {
    "command": "exploit",
    "version": "0.1.0",
    "seed": 9,
    "reproduce": "kotc-sim exploit --generations 40 --seed 9",
    "edition": "kotc-17",
    "strategies": ["greedy"],
    "games": 3_200_000,
    "pairs": 1_600_000,
    "axis": "level",
    "searched": 12_400,
    "generations": 40,
    "archive": [
        {
            "kind": "minion",
            "levels": [4, 7],
            "effect": "effect.craft",
            "text": "Taunt. When this enters the field, sow 2 Rats.",
            "level": 5,
            "gain": 0.061,
        },
        {"kind": "spell", "levels": [4, 7], "effect": "", "text": "Draw 3 cards.", "level": 6, "gain": 0.023},
    ],
    "band": 0.5,
    "homes": ["fast", "middle", "slow"],
    "confidence": 0.95,
    "cards": [
        _found("Found 1", "Taunt. When this enters the field, sow 2 Rats.", "undercosted", 2.1, ["fast", "slow"], "sow x Rats"),
        _found("Found 2", "Draw 3 cards. Discard 1 card.", "undercosted", 1.4, ["slow"], "Discard x cards."),
        _found("Found 3", "Taunt.", "fair", 0.1, [], "Taunt"),
    ],
    "combos_searched": 91,
    "combos": [
        _combo("Combo 1", "undercosted", 1.3, [-2.4, 0.2], ["fast", "middle", "slow"], "When this card in your hand is destroyed:"),
        _combo("Combo 2", "fair", 0.1, [-0.9, 0.3], [], "Draw x cards."),
    ],
    "limits": {**LIMITS, "family": 5},
}

FIELD: Result = {
    **{key: MATCHUP[key] for key in ("command", "version", "seed", "reproduce", "edition", "play", "confidence", "bands")},
    "strategies": ["best"],
    "deck": MATCHUP["decks"]["a"],
    "field": [
        {
            **{"name": "Ogres", "path": "decks/ogres.yaml", "p": 0.0},
            **{
                key: MATCHUP[key]
                for key in (
                    *("score", "interval", "verdict", "games", "stopping", "elo", "first_player_advantage", "margin", "homogeneity"),
                    *("settled", "ladder", "ladder_difference", "variants"),
                )
            },
        },
        {
            "name": "Wall",
            "path": "decks/wall.yaml",
            "score": 0.31,
            "interval": [0.296, 0.324],
            "verdict": "depends on play",
            "games": 4_000,
            "p": 0.0,
            **{key: MATCHUP[key] for key in ("stopping", "elo", "first_player_advantage", "homogeneity")},
            "margin": {"value": -6.4, "interval": [-6.8, -6.0], "unit": "HP"},
            "settled": False,
        },
    ],
    "score": 0.4207,
    "interval": [0.4131, 0.4283],
    "verdict": "depends on play",
    "games": 24_000,
    "pairs": 12_000,
    "limits": {"capped": 0.0004, "tied": 0.0125, "strongest": "best", "family": 2},
}

PLAN: Result = {
    "command": "matchup",
    "version": "0.1.0",
    "seed": 1,
    "reproduce": "kotc-sim matchup decks/rats.yaml decks/ogres.yaml --plan --seed 1",
    "edition": "kotc-17",
    "title": "Rats against Ogres",
    "plan": [
        {"strategy": "lookahead", "games": 2_000, "half_width": 0.0219, "detectable": 0.0313, "games_needed": 38_416},
        {"strategy": "best", "games": 4_000, "half_width": 0.0155, "detectable": 0.0221, "games_needed": 38_416},
    ],
    "matchups": 1,
    "games": 4_000,
    "target": 0.005,
    "difference": {"half_width": 0.0268, "settles": True},
}

META: Result = {
    "command": "meta",
    "version": "0.1.0",
    "seed": 3,
    "reproduce": "kotc-sim meta kotc-17 --seed 3",
    "edition": "kotc-17",
    "strategies": ["quick", "best"],
    "games": 410_000,
    "pairs": 205_000,
    "decks": [
        {
            "name": "deck 4",
            "origin": "response 1",
            "share": 0.7,
            "interval": [0.6, 0.8],
            "judged_share": 0.55,
            "judged_interval": [0.4, 0.7],
            "judged_score": 0.5,
            "judged_score_interval": [0.46, 0.54],
            "matters": True,
            "cards": [[17, "4-dice-burn the battlefield."], [23, "minion 2/2"]],
        },
        {
            "name": "slow",
            "origin": "home",
            "share": 0.3,
            "interval": [0.2, 0.4],
            "judged_share": 0.45,
            "judged_interval": [0.3, 0.6],
            "judged_score": 0.5,
            "judged_score_interval": [0.46, 0.54],
            "matters": True,
            "cards": [[40, "minion 2/6"]],
        },
        {
            "name": "fast",
            "origin": "home",
            "share": 0.0,
            "interval": [0.0, 0.1],
            "judged_share": 0.0,
            "judged_interval": [0.0, 0.1],
            "judged_score": 0.31,
            "judged_score_interval": [0.27, 0.35],
            "matters": False,
            "cards": [[40, "minion 3/2"]],
        },
    ],
    "matrix": [{"a": "deck 4", "b": "slow", "value": 0.55, "interval": [0.5, 0.6], "pilot": "best"}],
    "components": [{"text": "{x}-dice-burn the battlefield.", "share": 0.55, "copies": 17.0}],
    "mattering": {"value": 2.0, "interval": [1.0, 2.0]},
    "verdict": "narrow",
    "response": {"from": "deck 5", "score": 0.502, "interval": [0.49, 0.51], "better": False, "pilot": "best"},
    "settled": True,
    "dynamics": {
        "decks": ["deck 4", "slow"],
        "start": "equal shares",
        "shares": [[0.5, 0.5], [0.55, 0.45]],
        "exploitable": [0.02, 0.01],
        "rises_first": "deck 4",
    },
    "pool": 180,
    "limits": {"strongest": "best"},
    "notes": [],
}

TABLE: Result = {
    "command": "matchup",
    "version": "0.1.0",
    "seed": 1,
    "reproduce": "kotc-sim matchup decks/rats.yaml decks/ogres.yaml decks/wall.yaml --table --seed 1",
    "edition": "kotc-17",
    "strategies": ["greedy"],
    "play": "table",
    "provisional_by": "greedy",
    "verdict": "provisional",
    "games": 20_004,
    "confidence": 0.95,
    "share": 0.3333,
    "table": [
        {"name": "Rats", "path": "decks/rats.yaml", "score": 0.528, "interval": [0.521, 0.535], "p": 0.0},
        {"name": "Ogres", "path": "decks/ogres.yaml", "score": 0.372, "interval": [0.365, 0.379], "p": 0.0},
        {"name": "Wall", "path": "decks/wall.yaml", "score": 0.1, "interval": [0.096, 0.104], "p": 0.0},
    ],
    "turns": {"mean": 40.1},
    "endings": {"hit points": 0.928, "empty deck": 0.068, "tie-break": 0.004},
    "limits": {"capped": 0.0004, "family": 3},
}


def _step(text: str, step: int, premium: float, says: str) -> Result:
    """Return a row of the sample of backtest."""
    return {
        "older": "kotc-12-published",
        "newer": "kotc-13",
        "id": "effect.sample",
        "text": text,
        "before": 1.0,
        "after": 1.0 + step,
        "scale": 1.0,
        "step": step,
        "raw_step": step,
        "raw_says": says if step else None,
        "half": "a",
        "premium": {"value": premium, "interval": [premium - 0.3, premium + 0.3]},
        "fair": 2.1,
        "fair_words": "2.1",
        "verdict": "undercosted",
        "use": "spell",
        "level": 4,
        "at_level": 4,
        "brought_share": 0.9,
        "says": says,
    }


BACKTEST: Result = {
    "command": "backtest",
    "version": "0.1.0",
    "seed": 1,
    "reproduce": "kotc-sim backtest --seed 1",
    "strategies": ["quick", "best"],
    "changes": [
        _step("Bounce it.", 1, 2.1, "agree"),
        _step("Sheathe it.", -1, 1.0, "disagree"),
        _step("Draw 1 card.", 1, 0.1, "undecided"),
        _step("Heal x.", 0, 0.2, "stands"),
    ],
    "agree": 1,
    "disagree": 1,
    "undecided": 1,
    "raw": {"agree": 1, "disagree": 1, "undecided": 1},
    "controls": 1,
    "false_alarms": 0,
    "games": 4_000,
    "pairs": 2_000,
    "limits": {"strongest": "best@96"},
    "notes": [],
}

# Report module: its sample.
ALL: dict[str, Result] = {
    "matchup": MATCHUP,
    "field": FIELD,
    "plan": PLAN,
    "matchup_table": TABLE,
    "rate": RATE,
    "price": PRICE,
    "meta": META,
    "backtest": BACKTEST,
    "tournament": TOURNAMENT,
    "edition_diff": EDITION_DIFF,
    "edition_history": EDITION_HISTORY,
    "ladder": LADDER,
    "substitution": SUBSTITUTION,
    "restriction": RESTRICTION,
    "exploit": EXPLOITS,
}


def module_of(name: str) -> ModuleType:
    """Return the module that reports a kind of result."""
    return importlib.import_module(f"kotc_sim.reports.{name}")


@cache
def page_of_sample(name: str) -> str:
    """Return the page of a sample, which is drawn once for all tests that only read it."""
    drawn: str = html(module_of(name).report(ALL[name]))
    return drawn
