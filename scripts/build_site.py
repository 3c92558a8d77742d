"""Build the documentation site: docs/, what the commands and editions say of themselves, and a schema of results.

Usage: python scripts/build_site.py [FOLDER]      by default site/, which git ignores. A link that leads nowhere is an error.

Behind the folder, ``--gallery`` also plays one short run of each question and shows their reports: some minutes.
"""

from __future__ import annotations

import inspect
import json
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

import kotc_sim
from kotc_sim.cli import COMMANDS, LazyCommand, app
from kotc_sim.experiments.result import Result
from kotc_sim.games import GAMES
from scripts import results
from scripts.results import RESULTS

ROOT = Path(__file__).resolve().parents[1]
AT_THE_ROOT = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "ARCHITECTURE.md": "architecture.md",
    "CONTRIBUTING.md": "contributing.md",
}


GALLERY = (
    "matchup raptors storm --quick",
    "tournament rats storm raptors -s greedy -n 2000",
    "try decks/storm.yaml --out '2 Thor' --in '2 minion 4/4' -s greedy -n 4000",
    "battle 4/6+2/4 1/10",
    "rate tornado -s greedy --precision 1",
    "price 'draw 1 card' -e kotc-17 -s greedy --precision 1",
    "exploit -e kotc-17 -s greedy --generations 1 --population 6 --winners 1 --combos 1 --precision 2",
    "ban 'destroy the targets' --deck decks/storm.yaml -s greedy -n 2000",
    "edition diff kotc-17 kotc-12 -s greedy -n 1000",
    "edition history -n 100",
    "sweep kotc-17 rules.starting_hp=20..60/20 -s greedy -n 200",
    "balance kotc-17 --only 'destroy the targets' --budget 20s -s greedy",
    "meta kotc-17 --rounds 1 -s greedy",
    "backtest --only 15:16 --no-controls -s greedy --precision 2",
    "strategies ladder --strategies random,greedy -n 100",
)
"""A short run of each question that has a report; their pilots are weak, and the reports say so."""


def main() -> None:
    """Write the pages into a temporary folder, and the site into the one that is named."""
    target = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "site").resolve()
    with tempfile.TemporaryDirectory() as folder:
        pages = Path(folder) / "docs"
        write_pages(pages, GALLERY if "--gallery" in sys.argv[2:] else ())
        shutil.copy(ROOT / "mkdocs.yml", folder)
        done = subprocess.run([sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(target)], cwd=folder, check=False)
    if done.returncode != 0:
        sys.exit("the site was not built: see above")
    search_without_a_server(target)
    print(f"The site is in {target}: open {target / 'index.html'}")


def write_pages(pages: Path, runs: Sequence[str] = ()) -> None:
    """Write all pages of the site as Markdown, with the reports of these runs."""
    shutil.copytree(ROOT / "docs", pages, ignore=shutil.ignore_patterns("baseline.json", "untested.yaml"))
    for name, page in AT_THE_ROOT.items():
        shutil.copy(ROOT / name, pages / page)
    for page in pages.rglob("*.md"):
        page.write_text(with_links_inside(page.read_text(encoding="utf-8"), page, pages), encoding="utf-8")
    reference = pages / "reference"
    reference.mkdir()
    (reference / "commands.md").write_text(commands(), encoding="utf-8")
    (reference / "functions.md").write_text(functions(), encoding="utf-8")
    (reference / "gallery.md").write_text(gallery(reference / "gallery", runs), encoding="utf-8")
    (reference / "editions.md").write_text(editions(reference), encoding="utf-8")
    (reference / "schema.md").write_text(schema_page(reference), encoding="utf-8")


def gallery(folder: Path, runs: Sequence[str]) -> str:
    """Play these runs, write their reports into a folder, and return the page that leads to them."""
    folder.mkdir()
    lines = [
        "# Reports",
        "",
        "One report of each question, from short runs by weak pilots." if runs else "See scripts/build_site.py --gallery.",
        "",
    ]
    for number, line in enumerate(runs):
        words = shlex.split(line)
        done = CliRunner().invoke(app, [*words, "--html", str(folder / f"{number}.html")], prog_name="kotc-sim")
        if done.exit_code != 0:
            sys.exit(f"kotc-sim {line}: {done.output}")
        lines.append(f"- [`kotc-sim {line}`](gallery/{number}.html)")
    return "\n".join([*lines, ""])


def search_without_a_server(site: Path) -> None:
    """Let the search of the site work where it is opened from a folder: MkDocs' own asks a server for its index, in a worker."""
    folder = site / "search"
    texts = {name: (folder / name).read_text(encoding="utf-8") for name in ("lunr.js", "worker.js", "main.js", "search_index.json")}
    start = "\nif (!window.Worker) {\n  console.log"
    if start not in texts["main.js"]:
        sys.exit("the search of this MkDocs is another one: see search_without_a_server")
    main, _, _ = texts["main.js"].partition(start)
    local = [
        texts["lunr.js"],
        texts["worker.js"],
        main.replace("!window.Worker", "true"),
        f"data = {texts['search_index.json']};",
        "window.postMessage = function (told) { onWorkerMessage({data: told}); };",
        "onScriptsLoaded();",
    ]
    (folder / "local.js").write_text("\n".join(local), encoding="utf-8")
    (folder / "main.js").write_text(LOAD_SEARCH, encoding="utf-8")


LOAD_SEARCH = """if (document.getElementById("mkdocs-search-query")) {
  const script = document.createElement("script");
  script.src = base_url + "/search/local.js";
  document.head.append(script);
}
"""


def functions() -> str:
    """Return the page of the functions and classes of `kotc_sim`: what they say of themselves."""
    lines = [
        "# Functions for notebooks",
        "",
        "What `import kotc_sim as ks` offers; how it is used stands in [In a notebook](../notebook.md).",
        "",
    ]
    for name in kotc_sim.__all__:
        one = getattr(kotc_sim, name)
        if not callable(one):
            continue
        lines += _documented(f"## ks.{name}", one, f"ks.{name}{inspect.signature(one)}" if inspect.isfunction(one) else "")
        for inner, member in vars(one).items() if inspect.isclass(one) else ():
            if not inner.startswith("_") and inspect.getdoc(member):
                lines += _documented(f"### {name}.{inner}", member, "")
    return "\n".join(lines)


def _documented(title: str, one: Any, call: str) -> list[str]:
    return [title, "", "```text", *([call, ""] if call else []), inspect.getdoc(one) or "", "```", ""]


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
    """Return a JSON schema of each kind of result, from its type; other keys are allowed."""
    typed = results.schemas({"every result": Result, **RESULTS})["$defs"]
    return {title: {**typed[kind.__name__], "$schema": SCHEMA, "title": title, "$defs": typed} for title, kind in RESULTS.items()}


def schema_page(reference: Path) -> str:
    """Write the schemas as files, and return the page that lists them."""
    lines = ["# JSON schema", "", "Of what `--json` prints, from the types of [results](../reports.md). Keys are added, never renamed.", ""]
    for title, schema in schemas().items():
        name = title.replace(" ", "-")
        (reference / f"{name}.schema.json").write_text(json.dumps(schema, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
        lines.append(f"- [{title}]({name}.schema.json): {len(schema['properties'])} keys")
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    main()
