"""What the help of each command begins with: command lines to copy, which run in any folder."""

from pathlib import Path

EXAMPLES: dict[str, tuple[str, ...]] = {}
"""By command, as ``examples.txt`` lists them. Files that do not begin with decks/ are the user's own."""
for _line in Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").splitlines():
    _command, _, _example = _line.partition(": ")
    EXAMPLES[_command] = (*EXAMPLES.get(_command, ()), _example)
