from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any

import pytest
import typer
from typer.testing import CliRunner

from kotc_sim import __version__, cli
from kotc_sim.commands import options
from kotc_sim.commands.asking import command_of
from kotc_sim.errors import Interrupted, KotcError
from kotc_sim.questions import Found, Question, Run
from kotc_sim.reports.kit import export

FOLDER = Path(cli.__file__).with_name("commands")
HEAVY = ("numba", "pandas", "matplotlib", "scipy", "yaml", "jinja2", "lark", "rich")

Invoke = Callable[..., Any]

Games = Annotated[int, typer.Option("--games", "-n", min=1, max=10**12, metavar="N")]
Seed = Annotated[int, typer.Option("--seed", min=0)]
Deck = Annotated[Path, typer.Argument(callback=options.readable)]


@pytest.fixture
def invoke(monkeypatch: pytest.MonkeyPatch) -> Invoke:
    """Run ``kotc-sim matchup …`` with the function or group that stands in for the command."""

    def run(command: Any, *arguments: str, **environment: str) -> Any:
        module = ModuleType("kotc_sim.commands.matchup")
        module.command = command  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, module.__name__, module)
        monkeypatch.setattr(cli, "COMMANDS", {"matchup": ("matchup", "Which deck wins?")})
        monkeypatch.setattr(cli, "GROUPS", {})
        return CliRunner().invoke(cli.app, arguments, prog_name="kotc-sim", env=environment)

    return run


def test_help_lists_what_is_there_and_imports_nothing_heavy() -> None:
    code = f"""
import sys
from kotc_sim.cli import main
try:
    main(["--help"])
except SystemExit as end:
    print("exit", end.code, "heavy", [name for name in {HEAVY!r} if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "exit 0 heavy []" in done.stdout
    for name, (_, text) in cli.COMMANDS.items():
        assert f"  {name} " in done.stdout
        assert text[:30] in done.stdout


def test_every_command_is_in_the_table() -> None:
    modules = {path.stem for path in FOLDER.glob("*.py") if hasattr_command(path)}
    assert modules <= {module for module, _ in cli.COMMANDS.values()}


def hasattr_command(path: Path) -> bool:
    text = path.read_text()
    return "\ndef command(" in text or "\ncommand = " in text


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_every_command_has_help(name: str) -> None:
    result = CliRunner().invoke(cli.app, [name, "--help"], prog_name="kotc-sim")
    assert result.exit_code == 0, result.output
    assert f"Usage: kotc-sim {name}" in result.stdout


def test_version() -> None:
    result = CliRunner().invoke(cli.app, ["--version"])
    assert (result.exit_code, result.stdout) == (0, f"kotc-sim {__version__}\n")


def test_a_function_becomes_a_command(invoke: Invoke) -> None:
    def command(deck: str, games: Games = 7, json: options.Json = False) -> None:
        """Play two decks."""
        typer.echo(f"{deck} {games} {json}")

    assert invoke(command, "matchup", "rats", "-n", "3", "--json").stdout == "rats 3 True\n"
    assert "Play two decks." in invoke(command, "matchup", "-h").stdout
    assert invoke(command, "--help").stdout.count("matchup") == 1


def test_a_typer_becomes_a_group(invoke: Invoke) -> None:
    group = typer.Typer()

    @group.command("diff")
    def diff(a: str) -> None:
        typer.echo(f"diff {a}")

    @group.command("list")
    def list_() -> None: ...

    assert invoke(group, "matchup", "diff", "x").stdout == "diff x\n"
    assert "completion" not in invoke(group, "matchup", "--help").stdout


def raising(error: BaseException) -> Callable[[], None]:
    def command() -> None:
        raise error

    return command


def test_bad_input_ends_in_a_message_and_2(invoke: Invoke) -> None:
    result = invoke(raising(KotcError("no card 'Rta'", file="r.yaml", line=7, fix="Did you mean 'Rat'?")), "matchup")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "error: r.yaml:7: no card 'Rta'. Did you mean 'Rat'?\n"


def test_what_the_system_refuses_ends_in_a_message_and_2(invoke: Invoke) -> None:
    result = invoke(raising(OSError(28, "No space left on device", "/data/report.html")), "matchup")
    assert (result.exit_code, result.stderr) == (2, "error: /data/report.html: No space left on device\n")


def test_an_interrupted_run_says_how_to_go_on(invoke: Invoke) -> None:
    result = invoke(raising(Interrupted("kotc-sim exploit --resume run1")), "matchup")
    assert result.exit_code == 130
    assert result.stderr == "\ninterrupted. To go on: kotc-sim exploit --resume run1\n"
    result = invoke(raising(KeyboardInterrupt()), "matchup")
    assert (result.exit_code, result.stderr) == (130, "\ninterrupted.\n")


def test_the_answer_no_is_an_exit_code(invoke: Invoke) -> None:
    assert invoke(raising(typer.Exit(1)), "matchup").exit_code == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["matchp"], "matchup"),  # the nearest name is suggested
        (["matchup", "--gmes", "3"], "--games"),
        (["matchup", "--games", "0"], "'--games' / '-n'"),
        (["--nonsense"], "--nonsense"),
    ],
)
def test_usage_errors_are_2(invoke: Invoke, arguments: list[str], message: str) -> None:
    def command(games: Games = 1) -> None: ...

    result = invoke(command, *arguments)
    assert result.exit_code == 2
    assert message in result.stderr


def test_a_closed_pipe_is_silent(tmp_path: Path) -> None:
    code = """
import sys, types
from kotc_sim import cli
module = types.ModuleType("kotc_sim.commands.matchup")
def command() -> None:
    for _ in range(100_000):
        print("a long line of a long table")
module.command = command
sys.modules[module.__name__] = module
cli.COMMANDS = {"matchup": ("matchup", "")}
cli.main(["matchup"])
"""
    (tmp_path / "run.py").write_text(code)
    process = subprocess.Popen(
        [sys.executable, str(tmp_path / "run.py")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(FOLDER.parents[1])},
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 141


@pytest.mark.parametrize(("words", "expected"), [("kotc-sim mat", "matchup"), ("kotc-sim matchup --se", "--seed")])
def test_the_shell_completes_commands_and_options(invoke: Invoke, words: str, expected: str) -> None:
    def command(seed: Seed = 1) -> None: ...

    environment = {"_KOTC_SIM_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(len(words.split()) - 1)}
    assert invoke(command, **environment).stdout.split() == [expected]


class NeverAsked(Question):
    """A question that no test gets an answer to."""

    def answer(self, run: Run) -> Found:
        pytest.fail("the run has begun")


@pytest.mark.parametrize("name", ["--html", "--csv", "--parquet"])
def test_an_output_that_cannot_be_written_is_refused_before_the_run(invoke: Invoke, tmp_path: Path, name: str) -> None:
    result = invoke(command_of(NeverAsked), "matchup", name, str(tmp_path))
    assert result.exit_code == 2
    assert result.stderr == f"error: {tmp_path}: is a folder, not a file. Name a file in it.\n"
    result = invoke(command_of(NeverAsked), "matchup", name, str(tmp_path / "no" / "x"))
    assert result.exit_code == 2
    assert f"mkdir -p {tmp_path / 'no'}" in result.stderr


def test_parquet_without_pyarrow_is_refused_before_the_run(invoke: Invoke, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "find_spec", lambda name: None)
    result = invoke(command_of(NeverAsked), "matchup", "--parquet", str(tmp_path / "x.parquet"))
    assert result.exit_code == 2
    assert "pip install 'kotc-sim[parquet]'" in result.stderr


def test_an_input_that_is_not_there_is_refused(invoke: Invoke, tmp_path: Path) -> None:
    def command(deck: Deck) -> None: ...

    result = invoke(command, "matchup", str(tmp_path / "rats.yaml"))
    assert (result.exit_code, result.stderr) == (
        2,
        f"error: {tmp_path / 'rats.yaml'}: there is no such file. Did you mean 'rats', which comes with kotc-sim?\n",
    )


def test_the_reproducing_command_is_quoted_and_names_the_seed() -> None:
    assert options.reproduce_command(["battle", "4/6+2/4", "my deck"]) == "kotc-sim battle 4/6+2/4 'my deck'"
    assert options.reproduce_command(["matchup", "a", "b"], seed=3) == "kotc-sim matchup a b --seed 3"
    assert options.reproduce_command(["matchup", "--seed=4"], seed=3) == "kotc-sim matchup --seed=4"
    assert options.reproduce_command(["matchup", "--seed", "4"], seed=3) == "kotc-sim matchup --seed 4"
