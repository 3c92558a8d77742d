"""One deck against a field: a match-up with each of several decks, and what they say together."""

import math
from collections.abc import Callable, Sequence

from kotc_sim.errors import KotcError
from kotc_sim.experiments.encoding import Ends
from kotc_sim.experiments.matchup.result import FieldClimb, FieldResult, MatchupResult, Opponent
from kotc_sim.experiments.result import CONFIDENCE, Limits, Verdict
from kotc_sim.experiments.statistics.hypotheses import holm, normal_p
from kotc_sim.experiments.statistics.intervals import Interval, normal_quantile
from kotc_sim.games.decks import Deck
from kotc_sim.games.protocol import attributes

_WORST_FIRST = (Verdict.BROKEN, Verdict.DEPENDS, Verdict.IDLE, Verdict.UNDECIDED, Verdict.WATCH, Verdict.ACCEPTED, Verdict.FAIR)


def matchup_field(deck: Deck, opponents: Sequence[Deck], play: Callable[[Deck], MatchupResult]) -> FieldResult:
    """Play one deck against each of several of the same edition, and describe the field.

    ``play`` plays the match-up with one of them, such as by `matchup_ladder`: its row is what that match-up alone says. Raises `KotcError`
    if there are fewer than two opponents, or one is of another edition.
    """
    if len(opponents) < 2:
        raise KotcError("a field needs two opponents or more", fix="Name one opponent for a match-up.")
    for other in opponents:
        if other.edition.name != deck.edition.name:
            raise KotcError(
                f"this deck is of {other.edition.name}, and {deck.name} of {deck.edition.name}",
                file=other.file or None,
                fix="Leave it out, or read all decks in one edition with --edition.",
            )
    found = [play(other) for other in opponents]
    errors = [Interval(one.score, *one.interval).standard_error for one in found]
    adjusted = holm([normal_p(one.score - 0.5, error) for one, error in zip(found, errors, strict=True)])
    rows = [_row(other, one, float(p)) for other, one, p in zip(opponents, found, adjusted, strict=True)]
    score = sum(row.score for row in rows) / len(rows)
    half = normal_quantile(CONFIDENCE) * math.sqrt(sum(error**2 for error in errors)) / len(rows)
    first = found[0]
    noted = [one.limits for one in found]
    strongest = {limits.strongest for limits in noted}
    learned = list(dict.fromkeys(limits.pilot or "" for limits in noted))
    return FieldResult(
        seed=first.seed,
        edition=first.edition,
        terms=first.terms,
        play=first.play,
        confidence=first.confidence,
        bands=first.bands,
        game=first.game,
        deck=first.decks.a,
        strategies=tuple(dict.fromkeys(name for one in found for name in one.pilots_named)),
        verdict=min((row.verdict for row in rows), key=_WORST_FIRST.index),
        games=sum(row.games for row in rows),
        pairs=sum(one.pairs or 0 for one in found),
        score=score,
        interval=Ends(max(0.0, score - half), min(1.0, score + half)),
        field=tuple(rows),
        limits=Limits(
            capped=sum(limits.capped or 0.0 for limits in noted) / len(found),
            tied=sum(limits.tied or 0.0 for limits in noted) / len(found),
            family=len(rows),
            strongest=noted[0].strongest if len(strongest) == 1 else None,
            pilot=learned[0] + (" The other matches likewise, each by what was learned of it." if len(learned) > 1 else ""),
        ),
        notes=tuple(dict.fromkeys(note for one in found for note in one.notes or ())),
    )


def _row(other: Deck, one: MatchupResult, p: float) -> Opponent:
    kept = attributes(one, "score interval verdict more_games games stopping elo first_player_advantage margin homogeneity")
    climb = None if one.climb is None else FieldClimb(**vars(one.climb))
    return Opponent(name=other.name, path=str(other.file), **kept, climb=climb, p=p, fit=one.limits.fit)
