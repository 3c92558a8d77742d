"""Try a built wheel where nothing else is: an empty environment, an empty folder, the main jobs.

Usage: python scripts/try_wheel.py dist/kotc_sim-X.Y.Z-py3-none-any.whl
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

CARD = """edition: kotc-17
cards:
  - {name: Farewell, sp: 1, hp: 2, text: "LAST WORD: When this card in your battlefield is destroyed (ghost-play): Draw 1 card."}
"""


def main() -> None:
    """Install the wheel that is named, with what it depends on, and run what a user would; any failure ends with a message."""
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    wheel = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        venv.create(home / "env", with_pip=True)
        bin_folder = home / "env" / ("Scripts" if sys.platform == "win32" else "bin")
        run(home, [str(bin_folder / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(wheel)])
        work = home / "work"
        work.mkdir()
        (work / "card.yaml").write_text(CARD, encoding="utf-8")
        kotc_sim = [str(bin_folder / "kotc-sim")]
        found = run(work, [str(bin_folder / "python"), "-c", "import kotc_sim; print(kotc_sim.__file__)"])
        if not Path(found.strip()).is_relative_to(home):
            sys.exit(f"it is not the wheel that runs, but {found.strip()}")
        decks = Path(found.strip()).parent / "decks"
        answer = json.loads(
            run(work, [*kotc_sim, "matchup", *(str(decks / f"{name}.yaml") for name in ("rats", "storm")), "--quick", "--json"])
        )
        print(f"matchup: {answer['verdict']}, {answer['games']} games")
        for words, expected in (
            (["card", "card.yaml"], "Farewell"),
            (["words", "destroyed"], "destroy the targets."),
            (["docs", "scenarios"], "Scenario files"),
            (["edition", "show", "kotc-1"], "1st Edition"),
            (["homes", "--help"], "Tune the decks"),
            (["rate", "card.yaml", "--strategy", "greedy", "--precision", "1", "--brief"], "Farewell"),
        ):
            if expected not in run(work, [*kotc_sim, *words]):
                sys.exit(f"kotc-sim {' '.join(words)} does not say {expected!r}")
            print(f"{' '.join(words)}: fine")


def run(folder: Path, words: list[str]) -> str:
    """Return what a command prints in a folder, with no modules of elsewhere in sight; end if it fails."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    done = subprocess.run(words, cwd=folder, env=clean, capture_output=True, encoding="utf-8", check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(words)}\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    main()
