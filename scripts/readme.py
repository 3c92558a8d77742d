"""Make the README's picture and numbers again: run the match-up it shows, take the report's picture, fill in the text.

Needs Chromium for the picture; without it only the numbers are renewed.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMMAND = ["kotc-sim", "matchup", "decks/raptors.yaml", "decks/storm.yaml"]
LINES = 20


def main() -> None:
    """Run the match-up; write docs/images/matchup.png and the block between the README's markers."""
    program = str(Path(sys.executable).parent / COMMAND[0])
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "matchup.html"
        run = subprocess.run(
            [program, *COMMAND[1:], "--html", str(page)],
            cwd=ROOT,
            env=os.environ | {"COLUMNS": "90"},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        if run.returncode != 0:
            sys.exit(run.stderr)
        take_picture(page)
    shown = "\n".join(run.stdout.strip().splitlines()[:LINES])
    readme = ROOT / "README.md"
    text = readme.read_text(encoding="utf-8")
    block = f"<!-- result -->\n```text\n$ {' '.join(COMMAND)}\n{shown}\n```\n<!-- /result -->"
    readme.write_text(re.sub(r"<!-- result -->.*?<!-- /result -->", lambda _: block, text, flags=re.DOTALL), encoding="utf-8")


def take_picture(page: Path) -> None:
    """Photograph the top of a report with headless Chromium."""
    browser = shutil.which("chromium") or shutil.which("chromium-browser")
    if browser is None:
        print("no Chromium: the picture stays as it is", file=sys.stderr)
        return
    with tempfile.TemporaryDirectory() as profile:
        subprocess.run(
            [browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--hide-scrollbars",
             f"--user-data-dir={profile}", "--window-size=1000,900",
             f"--screenshot={ROOT / 'docs/images/matchup.png'}", page.as_uri()],
            check=True, capture_output=True,
        )  # fmt: skip


if __name__ == "__main__":
    main()
