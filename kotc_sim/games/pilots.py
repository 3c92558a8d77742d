"""Who plays, as far as games and runs need to know: strategies are made above them (`kotc_sim.strategies`)."""

from __future__ import annotations

from typing import Any, Protocol


class Pilot(Protocol):
    """A strategy that has been loaded."""

    @property
    def name(self) -> str:
        """By which it is chosen."""

    @property
    def file(self) -> str | None:
        """The file that it was loaded from; None for those that come with kotc-sim."""

    @property
    def compiled(self) -> Any:
        """The compiled function that the engine calls."""
