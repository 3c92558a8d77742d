"""The file that ``kotc-sim strategies new NAME`` writes, for any game: a strategy that works as it is."""

import re
from pathlib import Path

from kotc_sim.errors import KotcError
from kotc_sim.output import write_output
from kotc_sim.strategies.by_game import strategies_of


def write_template(name: str, game: str) -> Path:
    """Write the template for a game (by its key) as ``NAME.py``, or to the path given, and return its path.

    Raises `KotcError` if the file exists, or cannot be written.
    """
    path = Path(name if name.endswith(".py") else f"{name}.py")
    if not path.suffix:
        raise KotcError("a strategy needs a name", fix="kotc-sim strategies new mine")
    if path.exists():
        raise KotcError("the file exists already", file=path, fix="Choose another name")
    title = re.sub(r"[^A-Za-z0-9]+", " ", path.stem).strip() or "Mine"
    label = re.sub(r"[^a-z0-9]+", "-", path.stem.lower()).strip("-") or "mine"
    template = Path(__file__).parent / strategies_of(game).package.rpartition(".")[2] / "template.txt"
    write_output(path, template.read_text(encoding="utf-8").format(title=title.capitalize(), file=path, name=label))
    return path
