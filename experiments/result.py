"""From the words of verdicts to an answer: yes, no, or not decided. `--strict` makes it the exit code (docs/verdicts.md)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from enum import IntEnum


class Answer(IntEnum):
    """What a command that gives a verdict has answered; the values are the exit codes of ``--strict``."""

    YES = 0
    NO = 1
    UNDECIDED = 3


def answer_of(verdicts: Iterable[str], *, yes: Collection[str], no: Collection[str] = ()) -> Answer:
    """Return the answer of several verdicts: *no* if one of them says so, *yes* if all do.

    Parameters
    ----------
    verdicts : iterable of str
        What was found; at least one.
    yes, no : collection of str
        Which words mean this. Any other word, such as *undecided* or *depends on play*, means that it is not decided.
    """
    found = {str(word) for word in verdicts}
    if found & {str(word) for word in no}:
        return Answer.NO
    return Answer.YES if found and found <= {str(word) for word in yes} else Answer.UNDECIDED
