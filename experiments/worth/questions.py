"""What is asked of cards and texts: what they are worth, to a deck, to who may use them, in an edition."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kotc_sim import games as registry
from kotc_sim import questions
from kotc_sim.errors import KotcError
from kotc_sim.experiments import inputs
from kotc_sim.experiments.judge import JUDGE, judged, unused_strategies
from kotc_sim.games.protocol import attributes
from kotc_sim.questions import EDITION, MOST_GAMES, NEEDED, Found, Question, Run, argument, option
from kotc_sim.yaml_source import read_table

COPIES = 8
"""Of a card in a deck, by default."""
PLENTY = "20000; 2000 of pilots that search"


@dataclass(frozen=True)
class Rate(Question):
    """Is a card worth its level? Decks with eight copies of it play decks without, and each copy's gain is measured, in points of score.

    The decks (homes) were tuned for the edition. The report says which level would be fair. Creatures of Level-Up are compared with plain
    ones of their level and defense, and get a fair attack. Of a table, --csv writes the same rows, with what was found at their right.

    With --strict: exit code 1 if a card is shown to be mispriced, 3 if that is not decided.
    """

    FIRST = (("profiles", ["greedy"]), ("precision", 5.0), ("deck", "home: fast"))

    cards: Any = argument(
        "FILE|CARD…", "Files of cards, or decks (YAML); or cards that come with kotc-sim.", kind=list[Path], holds="cards"
    )
    card: Sequence[str] = option(
        "--card", metavar="NAME", help="Only this card of the files; repeatable.", kind=list[str] | None, default=(), holds="card",
    )  # fmt: skip
    deck: Any = option("--in", metavar="DECK", help="Judge in this deck, in place of the tuned homes.", kind=Path | None, holds="deck")
    profiles: Sequence[str] = questions.pilots()
    precision: float = questions.precision("the gain")
    copies: int = option("--copies", min=1, max=20, metavar="N", help="Copies of the card in a deck.", default=COPIES)
    meta: Path | None = option(
        "--meta", metavar="FOLDER", help="Decks that matter, of `meta --out`; by default those that come with the edition."
    )
    edition: str | None = questions.edition(stated=True)

    def answer(self, run: Run) -> Found:
        """Judge the cards, each in the homes of its edition."""
        game, rules, cards = inputs.load_cards(self.cards, self.edition, self.card)
        own = None if self.deck is None else inputs.load_deck(self.deck, self.edition or str(rules.file))
        from kotc_sim.experiments.pilots import pilots_of  # what plays takes a second to load: what cannot be read is said before
        from kotc_sim.experiments.worth.field import read_field
        from kotc_sim.experiments.worth.hosts import host_design_of
        from kotc_sim.experiments.worth.rate import rate
        from kotc_sim.experiments.worth.sheet import add_found
        from kotc_sim.runs import playing

        field = None if self.meta is None else read_field(Path(self.meta), host_design_of(rules))
        with playing(run, warm=(game.reference_decks(rules, COPIES)[:2], pilots_of(game, self.profiles).all)) as how:
            result = rate(
                cards, rules, profiles=self.profiles, precision=self.precision, copies=self.copies, deck=own, metagame=field,
                seed=run.seed, **how,
            )  # fmt: skip
        (file, *others) = [self.cards] if isinstance(self.cards, (str, os.PathLike)) else self.cards
        rows = read_table(file) if not others and isinstance(file, (str, os.PathLike)) else None
        sheet = None if rows is None else add_found(rows, game, cards, judged(result).cards)
        notes = [f"Not legal: {one}" for card in cards for one in game.check(card)]
        return Found(
            inputs.with_notes(result, notes), "rate", "cards", sheet=sheet, judged=(*cards, *([] if own is None else [own]), rules)
        )


@dataclass(frozen=True)
class Exploit(Question):
    """Search an edition for legal cards that cost too little: cards are bred, played in tuned decks, and the winners judged again.

    A card is found if the strongest pilot gains from it in its best deck, and a second deck gains too. So are combos of two cards that
    gain more together than either does alone. Level-Up has no prices: there creatures have as much attack and defense as their level's
    line says, and those are found that gain most by their effects.

    With --strict: exit code 1 if one is found, 3 if a winner or a combo is neither found nor fair.
    """

    edition: str | None = questions.edition(stated=True)
    generations: int = option("--generations", min=1, most=1_000, metavar="N", help="Rounds of the search.", default=10)
    population: int = option("--population", min=4, most=1_000, metavar="N", help="Cards tried in each round.", default=32)
    winners: int = option("--winners", min=1, most=100, metavar="N", help="Cards that are judged again, on fresh seeds.", default=4)
    combos: int = option(
        "--combos", min=0, metavar="N", help="Combos of two cards that are judged on fresh seeds; 0: none are searched.", default=2,
        most=100,
    )  # fmt: skip
    precision: float = questions.precision("a winner's gain", 0.35)
    profiles: Sequence[str] = questions.pilots()

    def answer(self, run: Run) -> Found:
        """Search."""
        from kotc_sim.experiments.worth.exploit import exploit, pilots
        from kotc_sim.runs import playing

        rules = registry.edition(self.edition)
        game = registry.of(rules)
        plan = attributes(self, "generations population winners combos precision")
        with playing(run, warm=(game.reference_decks(rules)[:2], pilots(game, self.profiles))) as how:
            result = exploit(rules, **plan, profiles=tuple(self.profiles), seed=run.seed, **how)
        return Found(result, "exploit", "cards", judged=[rules])


@dataclass(frozen=True)
class Try(Question):
    """Is a deck better with other cards? Both versions play the same opponents, on the same shuffles and dice.

    With --strict: exit code 1 if it is worse, 3 if that is not decided.
    """

    TITLE = "{deck}: {out} for {into}"
    FIRST = (("strategy", "greedy"), ("opponent", "greedy"), ("games", 400))

    deck: Any = argument("DECK", "A deck (YAML).", kind=Path, check="file", holds="deck")
    out: Mapping[str, int] | Sequence[str] = option(
        "--out", metavar="'N CARD'", help="Copies that leave, such as '2 Thunderstrike'; repeatable.", kind=list[str], default=NEEDED,
        positional=True, holds="copies",
    )  # fmt: skip
    into: Mapping[Any, int] | Sequence[str] = option(
        "--in", metavar="'N CARD'", help="Copies that take their slots, in order; repeatable.", kind=list[str], default=NEEDED,
        positional=True, holds="copies",
    )  # fmt: skip
    against: Sequence[Any] = option(
        "--against", metavar="DECK|FOLDER", help="An opponent, or a folder of them; repeatable. Default: the edition's homes.",
        kind=list[Path] | None, default=(), positional=True, holds="deck",
    )  # fmt: skip
    cards: Sequence[Path] = option(
        "--cards", metavar="FILE", help="Where cards of --in are defined; repeatable.", kind=list[Path] | None, default=(), holds="cards",
    )  # fmt: skip
    games: int | None = option("--games", "-n", min=1, max=MOST_GAMES, metavar="N", help="Games of each version.", show_default=PLENTY)
    strategy: str | None = option("--strategy", "-s", metavar="NAME|FILE", help="Who plays the deck.", show_default=JUDGE, holds="pilot")
    opponent: str | None = option("--opponent", metavar="NAME|FILE", help="Who plays against it. Default: the same.", holds="pilot")
    same: float = option(
        "--same", min=0, max=50, metavar="PP", check="number", help="A change within ± this many points is none.", default=1.0
    )
    edition: str | None = questions.edition()

    def answer(self, run: Run) -> Found:
        """Play both versions."""
        host = inputs.load_deck(self.deck, self.edition)
        opponents = inputs.load_decks(self.against, self.edition)
        inputs.require_one_game([host, *opponents])
        from kotc_sim.experiments.worth.hosts import opponents_of  # what plays takes a second to load: see `Rate`
        from kotc_sim.experiments.worth.substitution import find_card, games_for, parse_entry, substitution
        from kotc_sim.runs import playing

        opponents = opponents or opponents_of(host.edition)
        leaving, wanted = (
            [(count, name) for name, count in given.items()]
            if isinstance(given, Mapping)
            else [parse_entry(entry, option) for entry in given]
            for given, option in ((self.out, "--out"), (self.into, "--in"))
        )
        coming = [(count, find_card(one, host, self.cards, opponents) if isinstance(one, str) else one) for count, one in wanted]
        pilot = self.strategy or JUDGE
        games = self.games or games_for(pilot, self.opponent)
        with playing(run, 2 * games, warm=([host, opponents[0]], [pilot, self.opponent or pilot])) as how:
            result = substitution(
                host, leaving, coming, opponents, strategy=pilot, opponent=self.opponent, games=games, seed=run.seed,
                same=self.same / 100, **how,
            )  # fmt: skip
        judged = (*(card for _, card in coming), host, *(opponents if self.against else ()))
        return Found(inputs.with_notes(result, unused_strategies([host], [pilot])), "substitution", "against", judged=judged)


@dataclass(frozen=True)
class Ban(Question):
    """Say what a text is worth to who may use it: a deck plays itself, and one side's cards have lost every ability with the text.

    With --strict: exit code 3 if it is not decided whether it matters.
    """

    FIRST = (("strategy", "greedy"), ("games", 400))

    texts: Sequence[str] = argument(
        '"TEXT"…', "Components, such as 'draw 1 card'; of Level-Up effects: 'You draw 1 card.'.", kind=list[str], many=True, holds="text",
    )  # fmt: skip
    decks: Sequence[Any] = option(
        "--deck", metavar="DECK|FOLDER", kind=list[Path] | None, default=(), holds="deck",
        help="A deck that uses them, for both sides; repeatable. Default: homes with eight cards that do.",
    )  # fmt: skip
    strategy: str = option("--strategy", "-s", metavar="NAME|FILE", help="Who plays both sides.", default=JUDGE, holds="pilot")
    games: int | None = option(
        "--games", "-n", min=1, max=MOST_GAMES, metavar="N", help="Games for each component, over all decks.", show_default=PLENTY
    )
    same: float = option(
        "--same", min=0, max=50, metavar="PP", check="number", help="Within ± this many points it does not matter.", default=1.0
    )
    edition: str | None = questions.edition(stated=True)

    def answer(self, run: Run) -> Found:
        """Play decks against themselves."""
        from kotc_sim.experiments.worth.restriction import components, restriction
        from kotc_sim.experiments.worth.substitution import games_for
        from kotc_sim.runs import playing

        decks = inputs.load_decks(self.decks, self.edition)
        rules = registry.edition_of_decks(decks, self.edition)
        components(self.texts, rules)  # what is unknown is said before the wait for the compiler
        games = self.games or games_for(self.strategy)
        warm = (registry.of(rules).reference_decks(rules)[:2], [self.strategy])
        with playing(run, games * len(self.texts), warm=warm) as how:
            result = restriction(self.texts, rules, decks, strategy=self.strategy, games=games, seed=run.seed, band=self.same / 100, **how)
        return Found(result, "restriction", "components", judged=[*decks, rules])


@dataclass(frozen=True)
class Meta(Question):
    """Which decks matter in an edition? The best answer to the decks so far is searched, and added, until nothing better is found.

    Decks are built from plain minions, printed cards, spells that do one thing, small minions with one ability, and --cards;
    in Level-Up from plain creatures, standard magic cards, the starter pool, and --cards.
    With --strict: exit code 1 if one deck is the whole equilibrium, 3 if the search was ended before it found nothing better.
    """

    edition: str = argument("EDITION", EDITION, holds="edition")
    cards: Sequence[Path] = option(
        "--cards", metavar="FILE", help="A set of cards that decks may hold too; repeatable.", kind=list[Path] | None, default=(),
        check="some files", holds="cards",
    )  # fmt: skip
    rounds: int = option("--rounds", min=1, max=100, metavar="N", help="Best responses that are searched at most.", default=8)
    begin: Sequence[Path] = option(
        "--begin", metavar="FOLDER", kind=list[Path] | None, default=(),
        help="Known decks to begin with, besides the homes: a folder of --out, such as decks/meta/kotc-17; repeatable.",
    )  # fmt: skip
    profiles: Sequence[str] = questions.pilots("Who plays, such as greedy,lookahead: the weakest searches, the strongest judges.")
    out: Path | None = option("--out", metavar="FOLDER", help="Write the decks that matter here, for `rate --meta FOLDER`.")

    def answer(self, run: Run) -> Found:
        """Search."""
        from kotc_sim.experiments.pilots import pilots_of
        from kotc_sim.experiments.worth.field import files_of, read_field
        from kotc_sim.experiments.worth.hosts import host_design_of
        from kotc_sim.experiments.worth.meta import meta
        from kotc_sim.output import make_folder
        from kotc_sim.runs import playing

        rules = registry.edition(self.edition)
        game, out = registry.of(rules), self.out
        if out is not None:
            if not host_design_of(rules).writes_decks:
                raise KotcError(
                    f"--out: no deck of {game.title} may hold the plain cards of these decks", fix="Use --json, which lists their cards."
                )
            make_folder(out)
        more = inputs.load_cards(self.cards, self.edition)[2] if self.cards else []
        known = [home for folder in self.begin for home in read_field(folder, host_design_of(rules)).homes]
        who = pilots_of(game, self.profiles)
        with playing(run, warm=(game.reference_decks(rules)[:2], [who.fast, who.judge])) as how:
            result = meta(rules, more, rounds=self.rounds, begin=known, profiles=self.profiles, seed=run.seed, **how)

        def files(again: str) -> dict[Path, str]:
            settled = "settled" if result.settled else "not settled"
            title = f"Found by `{again}`, {settled}. What it misses least comes first."
            return {} if out is None else {out / name: text for name, text in files_of(result.field, title).items()}

        return Found(result, "meta", "decks", files=files, judged=[*more, rules])


@dataclass(frozen=True)
class Homes(Question):
    """Tune the decks in which cards are judged: plain and standard cards are exchanged until nothing improves them.

    Cards, components and proposals are judged in these decks. They come with each shipped edition; those of a proposal that changes the
    rules, or what plain or standard cards cost, are found by this command (or by the first question that needs them) and remembered,
    unless --pilot or --judge names others than the usual pilots.
    """

    WITHOUT = ("strict", "brief", "html", "csv", "parquet")

    edition: str = argument("EDITION", EDITION)
    pilot: str = option("--pilot", metavar="NAME", help="Who plays: a strategy at greedy's speed.", default="quick")
    judge: str | None = option(
        "--judge", metavar="NAME",
        help="Who goes on when that pilot finds nothing better: a strategy that searches, by default the one that screens. none: nobody.",
    )  # fmt: skip
    out: Path | None = option("--out", metavar="FOLDER", help="Write the homes here, a deck file each.")

    def answer(self, run: Run) -> Found:
        """Search."""
        from kotc_sim.experiments.worth.deck_result import Exchange, FoundHome, HomesResult
        from kotc_sim.experiments.worth.hosts import PILOT, count_cards, host_design_of, remember, tuning_pilot_of
        from kotc_sim.experiments.worth.tuning import find_homes
        from kotc_sim.output import make_folder
        from kotc_sim.runs import playing

        out, pilot = self.out, self.pilot
        if out is not None:
            make_folder(out)
        table = host_design_of(registry.edition(self.edition))
        judge = tuning_pilot_of(table.edition) if self.judge is None else "" if self.judge == "none" else self.judge
        starts = [table.start(archetype) for archetype in table.archetypes]
        decks = [table.deck(home, home.cards, home.name) for home in starts]
        steps: list[Exchange] = []

        def on_step(home: str, gain: float, words: str) -> None:
            steps.append(Exchange(home=home, gain=gain, exchange=words))

        with playing(run, warm=(decks[:2], [name for name in (pilot, judge) if name])) as how:
            found = find_homes(table, pilot, judge, run.seed, None, how["workers"], on_step, how.get("on_chunk"))
        if (pilot, judge) == (PILOT, tuning_pilot_of(table.edition)):  # what others found is written by --out only
            remember(table, found)
        by = f"{pilot}, then {judge}" if judge else pilot
        rows = tuple(FoundHome(name=home.name, cards=tuple((count, name) for name, count in count_cards(home))) for home in found)
        result = HomesResult(seed=run.seed, edition=table.edition.name, pilot=by, homes=rows, steps=tuple(steps))
        lines = [f"Homes of {table.edition.name}, tuned with {by} in {len(steps)} exchanges. What a deck misses least comes first."]
        lines += [f"{home.name}: {', '.join(f'{count} {name}' for name, count in count_cards(home))}" for home in found]

        def files(again: str) -> dict[Path, str]:
            bounds = {one.name: one.words for one in table.archetypes}
            return {} if out is None else {
                out / f"{home.name}.yaml": table.yaml(
                    home, f"Found by `{again}`: {bounds[home.name]}. What it misses least comes first.",
                    f"{home.name} home of {table.edition.name}",
                )
                for home in found
            }  # fmt: skip

        return Found(result, rows="homes", text="\n".join(lines), files=files)
