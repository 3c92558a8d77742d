"""Make the README's example again: the bill and the verdict of one card."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CARDS, NAME = "decks/cards/kotc-20.yaml", "Thunderstrike"
COMMANDS = {"bill": f"kotc-sim card {CARDS}", "result": f"kotc-sim rate {CARDS} --card {NAME}"}
PARTS = 4
"""Paragraphs of the verdict that the README shows."""


def shown(which: str, output: str) -> str:
    """Return what the README shows of a command's output: the card's bill, or the first paragraphs of the verdict."""
    parts = output.strip().split("\n\n")
    return next(part for part in parts if part.startswith(NAME)) if which == "bill" else "\n\n".join(parts[:PARTS])


def main() -> None:
    """Run the commands, and write what they print between the README's marks."""
    readme = ROOT / "README.md"
    text = readme.read_text(encoding="utf-8")
    for which, command in COMMANDS.items():
        words = command.split()
        program = str(Path(sys.executable).parent / words[0])
        run = subprocess.run(
            [program, *words[1:]], cwd=ROOT, env=os.environ | {"COLUMNS": "90"}, capture_output=True, encoding="utf-8", check=False
        )
        if run.returncode != 0:
            sys.exit(run.stderr)
        block = f"<!-- {which} -->\n```text\n$ {command}\n{shown(which, run.stdout)}\n```\n<!-- /{which} -->"
        text = re.sub(f"<!-- {which} -->.*?<!-- /{which} -->", lambda _, block=block: block, text, flags=re.DOTALL)
    readme.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
