"""Build the documentation site: docs/, what the commands and editions say of themselves, and a schema of results.

Usage: python scripts/build_site.py [FOLDER]      by default site/, which git ignores. A link that leads nowhere is an error.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from kotc_sim.cli import COMMANDS, LazyCommand, app
from kotc_sim.experiments import encoding
from kotc_sim.experiments.result import Result
from kotc_sim.experiments.results import RESULTS
from kotc_sim.games import GAMES

ROOT = Path(__file__).resolve().parents[1]
AT_THE_ROOT = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "ARCHITECTURE.md": "architecture.md",
    "CONTRIBUTING.md": "contributing.md",
}
TYPES: dict[str, dict[str, Any]] = {
    "str": {"type": "string"},
    "int": {"type": "integer"},
    "number": {"type": "number"},
    "float": {"type": "number"},
    "share": {"type": "number"},
    "bool": {"type": "boolean"},
    "dict": {"type": "object"},
    "measure": {"$ref": "#/$defs/measure"},
    "interval": {"$ref": "#/$defs/interval"},
}
"""By the words of docs/reports.md; a type that is told otherwise may be anything."""
DEFS = {
    "interval": {"type": "array", "items": {"type": ["number", "null"]}, "minItems": 2, "maxItems": 2},
    "measure": {"type": "object", "properties": {"value": {"type": ["number", "null"]}, "interval": {"$ref": "#/$defs/interval"}}},
}


def main() -> None:
    """Write the pages into a temporary folder, and the site into the one that is named."""
    target = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "site").resolve()
    with tempfile.TemporaryDirectory() as folder:
        pages = Path(folder) / "docs"
        write_pages(pages)
        shutil.copy(ROOT / "mkdocs.yml", folder)
        done = subprocess.run([sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(target)], cwd=folder, check=False)
    if done.returncode != 0:
        sys.exit("the site was not built: see above")
    print(f"The site is in {target}: open {target / 'index.html'}")


def write_pages(pages: Path) -> None:
    """Write all pages of the site as Markdown."""
    shutil.copytree(ROOT / "docs", pages, ignore=shutil.ignore_patterns("baseline.json", "untested.yaml"))
    for name, page in AT_THE_ROOT.items():
        shutil.copy(ROOT / name, pages / page)
    for page in pages.rglob("*.md"):
        page.write_text(with_links_inside(page.read_text(encoding="utf-8"), page, pages), encoding="utf-8")
    reference = pages / "reference"
    reference.mkdir()
    (reference / "commands.md").write_text(commands(), encoding="utf-8")
    (reference / "editions.md").write_text(editions(reference), encoding="utf-8")
    (reference / "schema.md").write_text(schema_page(reference), encoding="utf-8")


def with_links_inside(text: str, page: Path, pages: Path) -> str:
    """Return a page whose links lead to pages of the site; what is not one of them, such as a deck, is named and not linked."""
    at_root = page.parent == pages and page.name in AT_THE_ROOT.values()

    def moved(found: re.Match[str]) -> str:
        words, target, anchor = found[1], found[2], found[3] or ""
        here = (ROOT if at_root else ROOT / "docs" / page.parent.relative_to(pages)) / target
        place = here.resolve()
        if place.is_relative_to(ROOT / "docs") and place.is_file():
            inside = pages / place.relative_to(ROOT / "docs")
        elif place.parent == ROOT and place.name in AT_THE_ROOT:
            inside = pages / AT_THE_ROOT[place.name]
        elif place == ROOT / "docs" / "rules":
            inside = pages / "rules" / "kotc-17.md"
        else:
            return words
        up = "../" * len(page.parent.relative_to(pages).parts)
        return f"[{words}]({up}{inside.relative_to(pages).as_posix()}{anchor})"

    return re.sub(r"(?<!!)\[([^\]]*)\]\((?!https?:|#)([^)#\s]+)(#[^)\s]+)?\)", moved, text).replace("](docs/images/", "](images/")


def commands() -> str:
    """Return the page of all commands: what their own help says."""
    lines = ["# Commands", "", "What `kotc-sim COMMAND --help` says of each.", ""]
    for name, (module, _) in COMMANDS.items():
        inner = getattr(LazyCommand(name, module, "").load(), "commands", {})
        for words in ([name], *([name, one] for one in inner)):
            shown = CliRunner().invoke(app, [*words, "--help"], prog_name="kotc-sim", env={"COLUMNS": "100"}).stdout
            lines += [f"{'##' if len(words) == 1 else '###'} {' '.join(words)}", "", "```text", shown.rstrip(), "```", ""]
    return "\n".join(lines)


def editions(reference: Path) -> str:
    """Write a page of components for each edition, and return the page that lists them."""
    lines = ["# Editions and components", ""]
    for game in GAMES.values():
        lines += [f"## {game.title}", ""]
        for name in game.editions():
            edition = game.edition(name)
            entries = game.describe.vocabulary(edition)
            lines.append(f"- [{name}](editions/{name}.md): {len(entries)} texts")
            page = [f"# {name}", "", game.describe.edition_row(edition)[0], ""]
            for section in dict.fromkeys(one.section for one in entries):
                page += [f"## {section}", "", "| price | text | |", "|---|---|---|"]
                page += [f"| `{one.price}` | {cell(one.text)} | {cell(one.note)} |" for one in entries if one.section == section]
                page.append("")
            (reference / "editions").mkdir(exist_ok=True)
            (reference / "editions" / f"{name}.md").write_text("\n".join(page), encoding="utf-8")
        lines.append("")
    return "\n".join(lines)


def cell(text: str) -> str:
    """Return a text as a cell of a table."""
    return text.replace("|", "\\|").replace("<", "&lt;")


SCHEMA = "https://json-schema.org/draft/2020-12/schema"


def schemas() -> dict[str, dict[str, Any]]:
    """Return a JSON schema of each kind of result, from its type, else from docs/reports.md; other keys are allowed."""
    text = (ROOT / "docs" / "reports.md").read_text(encoding="utf-8")
    sections = re.findall(r"\n#{2,3} ([^\n]*)\n(.*?)(?=\n#{2,3} |\Z)", text, flags=re.DOTALL)
    tables = {title: keys for title, body in sections if (keys := keys_of(body))}
    typed = encoding.schemas({"every result": Result, **RESULTS})["$defs"]
    of_all = {key: (schema, key in typed["Result"]["required"]) for key, schema in typed["Result"]["properties"].items()}
    found = {}
    for title, keys in tables.items():
        if not re.fullmatch(r"[a-z ]+", title):
            continue
        if title in RESULTS:
            found[title] = {**typed[RESULTS[title].__name__], "$schema": SCHEMA, "title": title, "$defs": typed}
            continue
        both = {**of_all, **keys}  # until its result is a type
        found[title] = {
            "$schema": SCHEMA,
            "title": title,
            "type": "object",
            "properties": {key: schema for key, (schema, _) in both.items()},
            "required": [key for key, (_, needed) in both.items() if needed],
            "$defs": {**typed, **DEFS},
        }
    return found


def keys_of(section: str) -> dict[str, tuple[dict[str, Any], bool]]:
    """Return the keys of the first table of a section: schema, and whether each result has it."""
    table = re.search(r"(?:^\|.*\n?)+", section, flags=re.MULTILINE)
    keys: dict[str, tuple[dict[str, Any], bool]] = {}
    for row in table[0].split("\n")[2:] if table else ():
        cells = [one.strip() for one in re.split(r"(?<!\\)\|", row)[1:-1]]
        if len(cells) < 3:
            continue
        for key in re.findall(r"`([\w-]+)`", cells[0]):
            keys[key] = {**type_of(cells[1]), "description": re.sub(r"[`*]", "", cells[2])}, "!" in cells[0]
    return keys


def type_of(word: str) -> dict[str, Any]:
    """Return the schema of a type as the documents write it; null is allowed where a number may be missing."""
    word = word.strip("` ")
    if word.startswith("[") and word.endswith("]"):
        return {"type": "array", "items": type_of(word[1:-1])}
    found = TYPES.get(word, {})
    return {"type": [found["type"], "null"]} if found.get("type") in ("number", "integer", "string") else dict(found)


def schema_page(reference: Path) -> str:
    """Write the schemas as files, and return the page that lists them."""
    lines = [
        "# JSON schema",
        "",
        "Of what `--json` prints, from the tables of [Results](../reports.md). Keys are added, never renamed.",
        "",
    ]
    for title, schema in schemas().items():
        name = title.replace(" ", "-")
        (reference / f"{name}.schema.json").write_text(json.dumps(schema, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
        lines.append(f"- [{title}]({name}.schema.json): {len(schema['properties'])} keys")
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    main()
