"""The one family of errors that a user of kotc-sim can cause and fix, and how words of somebody else are shown."""

import os
import re
import select
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

Read = TypeVar("Read")
WINDOWS = os.name == "nt"
STANDARD_INPUT = ("-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0")
"""Names of the standard input, where a file is meant."""
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # control characters, but for tab and line feed
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # direction of writing
    "\u2028\u2029\ufff0-\ufffb\U000e0000-\U000e0fff"  # separators, annotations, tags
    "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u2060-\u2065\u206a-\u206f\u3164\ufeff\uffa0"  # no width, or none seen
    "\ud800-\udfff]"  # bytes of file names that are no text
    "|(?<![^\x00-\u052f])[\u200c\u200d\ufe00-\ufe0f]"  # joiners and variants, which belong into Persian, Hindi and emoji
)
_HEAD, _TAIL = 200, 100
_LONGEST_PATH = 4096


def is_calculated(text: str) -> bool:
    """Return whether a spreadsheet would take a cell for a formula, or whether it is such a text behind the ' that keeps it from that."""
    return re.match(r"'*[=+\-@\t\r]", text) is not None


def printable(text: str) -> str:
    """Return a text as it is safe to show: what would steer a terminal or a reader's eye is written out, as Python writes it.

    Names, texts and paths come from files of others; an escape sequence in one would change the title of the window, or clear it, and
    U+202E turns what follows around.
    """
    return _UNSEEN.sub(lambda found: found[0].encode("unicode_escape", "surrogatepass").decode(), text)


def one_line(name: str) -> str:
    """Return a name as it is safe to show: as `printable`, and without the end of a line, which would begin another one of ours."""
    return printable(name).replace("\n", "\\n").replace("\t", "\\t")


def brief(text: str) -> str:
    """Return a message without the middle of the overlong value that it quotes."""
    return text if len(text) <= _HEAD + _TAIL + 20 else f"{text[:_HEAD]} … {text[-_TAIL:]}"


def say(text: str = "", *, error: bool = False, wait: bool = True) -> None:
    """Write lines to the terminal, or to its error stream: printable, and in characters that it has.

    Without ``wait`` nothing is written to a pipe that is full because nobody reads it.
    """
    stream = sys.stderr if error else sys.stdout
    if not wait and _is_full(stream):
        return
    encoding = stream.encoding or "utf-8"
    stream.write(printable(text).encode(encoding, "backslashreplace").decode(encoding) + "\n")
    stream.flush()


def _is_full(stream: Any) -> bool:
    try:
        return os.name == "posix" and not select.select([], [stream], [], 0)[1]
    except (OSError, ValueError):  # no file of the system's
        return False


def unforeseen(error: BaseException) -> str:
    """Return what to say of an error that no input should cause: what it is, and how to report it.

    With ``KOTC_SIM_TRACEBACK=1`` in the environment the traceback follows.
    """
    import traceback

    what = brief(" ".join(f"{type(error).__name__}: {error}".split()).rstrip(":"))
    if os.environ.get("KOTC_SIM_TRACEBACK") == "1":
        return f"{what}\n{''.join(traceback.format_exception(error))}"
    ask = "please report it, with the command line, `kotc-sim --version`, and what is said when KOTC_SIM_TRACEBACK=1 is set"
    return f"{what}. Nothing that you can type should cause this: {ask}."


class KotcError(Exception):
    """Something in the input is wrong; the message says where, what is wrong, and how to fix it.

    ``what`` has no full stop at the end. ``file`` is as the user named it, ``line`` and ``column`` are counted from 1. ``fix`` is a
    sentence; ``command`` is a command line that goes on, behind the fix, and is never cut.

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
        command: str | None = None,
    ) -> None:
        super().__init__(what)
        self.what = what
        self.file = None if file is None else os.fspath(file)
        self.line, self.column, self.fix, self.command = line, column, fix, command
        self.others: tuple[KotcError, ...] = ()
        """What else is wrong in the same file, where reading went on."""

    def __str__(self) -> str:
        """Return ``file:line:column: what. fix``, leaving out what is not known; printable, and overlong values cut."""
        place = [self.file if self.file is None or len(self.file) < _LONGEST_PATH else brief(self.file)]
        if self.line is not None:
            place.append(str(self.line) if self.file is not None else f"line {self.line}")
            if self.column is not None:
                place.append(str(self.column) if self.file is not None else f"column {self.column}")
        where = (":" if self.file is not None else ", ").join(part for part in place if part)
        what = brief(self.what)
        text = f"{where}: {what}" if where else what
        if self.fix:
            text = f"{text if text.endswith(('.', '?', '!')) else text + '.'} {brief(self.fix)}"
        if self.command:
            text = f"{text if text.endswith(('.', '?', '!', ':')) else text + '.'} {self.command}"
        return printable(text)


class Faults(list[KotcError]):
    """What is wrong in a file, where reading goes on after a fault."""

    @contextmanager
    def collected(self) -> Iterator[None]:
        """Keep the error that ends the block."""
        try:
            yield
        except KotcError as error:
            self += (error, *error.others)

    def raise_all(self) -> None:
        """Raise the first error, with the others in it, if there is one."""
        if self:
            self[0].others = tuple(self[1:])
            raise self[0]


def read_all(items: Iterable[Any], read: Callable[[Any], Read]) -> list[Read]:
    """Return what is read of each; where some cannot be read, raise the errors of all of them at once."""
    faults, found = Faults(), []
    with faults.collected():  # what ends the items, too
        for item in items:
            with faults.collected():
                found.append(read(item))
    faults.raise_all()
    return found


class Ended(KeyboardInterrupt):
    """The system or the user ends the process by a signal other than that of Ctrl-C, such as SIGTERM; ``number`` is the signal's."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class Stopped(KotcError):
    """A run could not go on, through no fault of its input: what is finished is kept, and it can be taken up again."""


class Interrupted(KeyboardInterrupt):
    """The user stopped a run that can be taken up again; ``resume`` is the command line that does it, ``number`` the signal's."""

    def __init__(self, resume: str, number: int = signal.SIGINT) -> None:
        super().__init__(resume)
        self.resume = resume
        self.number = int(number)


def command_line(words: Iterable[str]) -> str:
    """Return words as the user's shell reads them back: with single quotes where it is one of POSIX, with double ones on Windows."""
    import shlex
    import subprocess

    return subprocess.list2cmdline(list(words)) if WINDOWS else shlex.join(words)


def words_of(line: str) -> list[str]:
    """Return the words of a command line that `command_line` has written; `ValueError` if a quotation mark is not closed."""
    import shlex

    if not WINDOWS:
        return shlex.split(line)
    lexer = shlex.shlex(line, posix=True, punctuation_chars=False)
    lexer.whitespace_split, lexer.commenters, lexer.escape, lexer.quotes = True, "", "", '"'
    return list(lexer)
