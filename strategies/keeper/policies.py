"""The fast pilots of a match that was learned."""

from dataclasses import replace
from typing import Any

from kotc_sim.strategies.keeper.api import Strategy
from kotc_sim.strategies.keeper.greedy import score as GREEDY
from kotc_sim.strategies.keeper.tuned import tuned_for, urgent_for
from kotc_sim.strategies.learned import Fit
from kotc_sim.strategies.strongest import BASE, LEARNED_OVER, POLICY, TUNED, base_entry


def policy_over(name: str, description: str, base: Strategy, match: Any, fit: Fit) -> Strategy:
    """Return who plays a match by the policy of a fit over a base."""
    from kotc_sim.strategies.keeper.policy import places_in

    weights = places_in(match).vector(fit.weights)

    def make() -> Any:
        from kotc_sim.games.keeper.engine.calls import bind
        from kotc_sim.strategies.keeper.policy import score_policy
        from kotc_sim.strategies.plugin import compiled_or_error

        compiled_or_error(base)
        return bind(score_policy, base, weights)

    return Strategy(name, description, make=make, orders_dice=base.orders_dice, pace="steady")


def fast_pilots(match: Any, fit: Fit) -> tuple[Strategy, Strategy, Strategy]:
    """Return the policy of a fit, the heuristic with the edition's weights, and greedy."""
    over = heuristic(match, fit.weights.get(LEARNED_OVER, TUNED))
    return policy_over("quick", "", over, match, fit), tuned_for(match), GREEDY


def heuristic(match: Any, number: int) -> Strategy:
    """Return the heuristic with the edition's weights, or greedy, by its number among the fast pilots."""
    return tuned_for(match) if number == TUNED else GREEDY


def bases_of(match: Any, fit: Fit | None) -> tuple[int, ...]:
    """Return for each deck of a match who plays consequences out for a search that judges by a fit: a number of the fast pilots.

    It is whom the fit names for the deck, else for all decks, else the heuristic with tuned weights. At a table of three or more all
    decks have the same.
    """
    from kotc_sim.strategies.keeper.features import deck_name

    seats = int(match.record.n_players)
    named = {} if fit is None else fit.weights
    usual = named.get(BASE, TUNED)
    return tuple(named.get(base_entry(deck_name(match, seat)), usual) for seat in range(2)) if seats == 2 else (usual,) * seats


def base_of(match: Any, fit: Fit | None, number: int) -> Strategy:
    """Return one of the fast pilots by its number."""
    return fast_pilots(match, fit)[POLICY] if fit is not None and number == POLICY else heuristic(match, number)


def heuristic_of(match: Any, fit: Fit | None, number: int) -> Strategy:
    """Return a fast pilot by its number, or if that is the policy, the heuristic over which it was learned."""
    over = TUNED if fit is None else fit.weights.get(LEARNED_OVER, TUNED)
    return heuristic(match, over if number == POLICY else number)


def by_deck(first: Strategy, second: Strategy) -> Strategy:
    """Return who plays the first deck of a match as one strategy, and the second as another."""

    def make() -> Any:
        from kotc_sim.games.keeper.engine.calls import bind
        from kotc_sim.strategies.keeper.urgent import score_by_deck

        return bind(score_by_deck, first, second)

    return replace(first, make=make)


def with_urgency(usual: Strategy, match: Any) -> Strategy:
    """Return who plays as another one, and where it is now or never (`urgent`) by weights to which a win is worth more."""
    urgent = urgent_for(match)

    def make() -> Any:
        from kotc_sim.games.keeper.engine.calls import bind
        from kotc_sim.strategies.keeper.urgent import score_either

        return bind(score_either, usual, urgent)

    return Strategy(usual.name, usual.description, make=make, orders_dice=usual.orders_dice, pace="steady")
