"""``kotc-sim editions``: the editions that there are; the same as ``kotc-sim edition list``."""

from kotc_sim.commands.edition import list_ as command

__all__ = ["command"]
