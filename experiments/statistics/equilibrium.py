"""The equilibrium of greatest entropy of a symmetric zero-sum game.

The equilibria of such a game form a convex set, often more than a point: with a copy of a deck in the field, any split between the two is
one. The point of greatest entropy is unique and treats like decks alike.
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]

_TOLERANCE = 1e-7
"""Weights and payoffs below this are zero (matrix scaled to 1): the linear solver is no more exact."""
MOST_TRIED = 8
"""Supports of matrices before that are tried: to try one takes a twentieth of a linear program."""


def maximum_entropy_equilibria(payoffs: Iterable[Array]) -> Array:
    """Return the maximum-entropy Nash equilibrium of each of many matrices that resemble each other, as resamples do."""
    seen: list[NDArray[np.bool_]] = []
    found = []
    for payoff in payoffs:
        found.append(maximum_entropy_equilibrium(payoff, seen[:MOST_TRIED]))
        support = found[-1] > 0
        seen = [support, *(one for one in seen if (one != support).any())]
    return np.array(found)


def maximum_entropy_equilibrium(payoff: ArrayLike, supports: Iterable[NDArray[np.bool_]] = ()) -> Array:
    """Return the maximum-entropy Nash equilibrium, float64 of shape (n,): weights of sum 1 against which no deck gains.

    Notes
    -----
    One linear program finds an equilibrium. It is the only one if the other decks lose against
    it and the payoffs among its own decks have a one-dimensional kernel, which holds for almost every
    measured matrix. Otherwise n more programs find which decks occur in any equilibrium at all; among those
    every payoff vanishes at each equilibrium, so the set is a linear space cut by the losses of the rest,
    and the entropy is maximised in there.

    ``payoff``, shape (n, n), is antisymmetric: what the row gains from the column. ``supports``, each of shape (n,), say which decks may be
    the equilibrium's: they are tried before a linear program; the result is the same.
    """
    a: Array = np.asarray(payoff, dtype=np.float64)
    n = a.shape[0]
    if a.shape != (n, n) or n == 0 or not np.allclose(a, -a.T, rtol=0, atol=1e-9 * (1 + np.abs(a).max())):
        raise ValueError("the payoffs of a symmetric zero-sum game form an antisymmetric matrix")
    scale = float(np.abs(a).max())
    if scale == 0:
        return np.full(n, 1 / n)
    a = a / scale
    for support in supports:
        tried = _polished(a, support)
        if tried is not None and (tried[support] > _TOLERANCE).all() and _others_lose(a, tried):
            return tried
    p = _vertex(a, np.zeros(n))
    unique = _polished(a, p > _TOLERANCE) if _others_lose(a, p) else None
    if unique is not None:
        return unique
    vertices = np.array([_vertex(a, -np.eye(n)[k]) for k in range(n)])
    inner = vertices.mean(axis=0)
    support = vertices.max(axis=0) > _TOLERANCE
    return _spread(a, inner, support)


def _vertex(a: Array, cost: Array) -> Array:
    """Return the equilibrium that minimises cost · p."""
    from scipy.optimize import linprog  # a third of a second to import, and only tournaments need it

    n = a.shape[0]
    solved = linprog(cost, A_ub=a, b_ub=np.zeros(n), A_eq=np.ones((1, n)), b_eq=[1.0], bounds=(0, 1))
    if solved.status != 0:
        raise ArithmeticError(f"no equilibrium was found: {solved.message}")
    p: Array = np.maximum(np.asarray(solved.x, dtype=np.float64), 0)
    p /= p.sum()
    return p


def _kernel(rows: Array) -> Array:
    """Return an orthonormal basis (n, k) of the vectors that ``rows`` map to 0."""
    _, sizes, basis = np.linalg.svd(rows)
    rank = int((sizes > _TOLERANCE).sum())
    kernel: Array = basis[rank:].T
    return kernel


def _others_lose(a: Array, p: Array) -> bool:
    """Return whether decks without weight lose against an equilibrium, so that they occur in no other."""
    inside = p > _TOLERANCE
    return bool((a[~inside] @ p <= -_TOLERANCE).all())


def _polished(a: Array, inside: NDArray[np.bool_]) -> Array | None:
    """Return the one mixture of these decks against which each of them scores even, if there is just one."""
    kernel = _kernel(a[np.ix_(inside, inside)])
    if kernel.shape[1] != 1 or kernel.min() < 0 < kernel.max():
        return None
    polished: Array = np.zeros(len(a))
    polished[inside] = kernel[:, 0] / kernel[:, 0].sum()
    return polished


def _spread(a: Array, inner: Array, support: NDArray[np.bool_]) -> Array:
    """Return the point of greatest entropy among the equilibria, starting from one inside the set."""
    from scipy.optimize import LinearConstraint, minimize

    start = inner[support]
    # Every direction keeps the sum and the (zero) payoffs within the support.
    equal = np.vstack([a[np.ix_(support, support)], np.ones((1, start.size))])
    directions = _kernel(equal)
    outside = a[np.ix_(~support, support)]

    def weights(z: Array) -> Array:
        moved: Array = start + directions @ z
        return moved

    def negentropy(z: Array) -> float:
        q = np.maximum(weights(z), 1e-300)
        return float((q * np.log(q)).sum())

    def slope(z: Array) -> Array:
        gradient: Array = directions.T @ (1 + np.log(np.maximum(weights(z), 1e-300)))
        return gradient

    limits = np.vstack([directions, -outside @ directions])
    room = np.concatenate([start, -outside @ start])
    solved = minimize(
        negentropy,
        np.zeros(directions.shape[1]),
        jac=slope,
        method="SLSQP",
        constraints=LinearConstraint(limits, -room, np.inf),
        options={"ftol": 1e-14, "maxiter": 500},
    )
    best = np.maximum(weights(np.asarray(solved.x, dtype=np.float64)), 0)
    # The solver is not trusted: its point counts only if it is an equilibrium and spreads more than the
    # start.
    if not np.isfinite(best).all() or (outside @ best > 1e-6).any() or negentropy(solved.x) > negentropy(0 * solved.x):
        best = start
    result: Array = np.zeros_like(inner)
    result[support] = best / best.sum()
    return result
