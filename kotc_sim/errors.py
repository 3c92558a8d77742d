"""The one family of errors that a user of kotc-sim can cause and fix."""

from __future__ import annotations

import os


class KotcError(Exception):
    """Something in the input is wrong; the message says where, what is wrong, and how to fix it.

    Parameters
    ----------
    what : str
        What is wrong, without a full stop at the end.
    file : path, optional
        The file that it is in, as the user named it.
    line, column : int, optional
        The place in the file, counted from 1.
    fix : str, optional
        How to fix it, a sentence.

    Examples
    --------
    >>> str(KotcError("there is no card 'Rta'", file="rats.yaml", line=7, fix="Did you mean 'Rat'?"))
    "rats.yaml:7: there is no card 'Rta'. Did you mean 'Rat'?"
    """

    def __init__(
        self,
        what: str,
        *,
        file: str | os.PathLike[str] | None = None,
        line: int | None = None,
        column: int | None = None,
        fix: str | None = None,
    ) -> None:
        super().__init__(what)
        self.what = what
        self.file = None if file is None else os.fspath(file)
        self.line = line
        self.column = column
        self.fix = fix

    def __str__(self) -> str:
        """Return ``file:line:column: what. fix``, leaving out what is not known."""
        place = [self.file]
        if self.line is not None:
            place.append(str(self.line) if self.file is not None else f"line {self.line}")
            if self.column is not None:
                place.append(str(self.column) if self.file is not None else f"column {self.column}")
        where = (":" if self.file is not None else ", ").join(part for part in place if part)
        text = f"{where}: {self.what}" if where else self.what
        if self.fix:
            text = f"{text if text.endswith(('.', '?', '!')) else text + '.'} {self.fix}"
        return text

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the keyword arguments too, so that the error survives the way back from a worker process."""
        return _rebuild, (type(self), self.what, self.file, self.line, self.column, self.fix)


def _rebuild(kind: type[KotcError], what: str, file: str | None, line: int | None, column: int | None, fix: str | None) -> KotcError:
    return kind(what, file=file, line=line, column=column, fix=fix)


class Interrupted(KeyboardInterrupt):
    """The user stopped a run that can be taken up again; ``resume`` is the command line that does it."""

    def __init__(self, resume: str) -> None:
        super().__init__(resume)
        self.resume = resume
