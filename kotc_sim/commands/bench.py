"""``kotc-sim bench``: how fast this machine is, in one run with C where there is a compiler."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from kotc_sim import __version__
from kotc_sim.commands.options import Json, a_number, arguments, checked_output, end_with, reproduce_command
from kotc_sim.errors import KotcError, say
from kotc_sim.output import json_text, write_output
from kotc_sim.questions import MOST_GAMES
from kotc_sim.yaml_source.places import check_input

Only = Annotated[
    str | None, typer.Option("--only", metavar="GROUP,…", help="Of: battles, plain, decks, levelup, peer, scaling, start, memory.")
]
Rounds = Annotated[int, typer.Option("--rounds", min=1, metavar="N", help="Paired rounds; medians are shown.")]
Seconds = Annotated[float, typer.Option("--seconds", min=0.01, metavar="S", callback=a_number, help="Time of one measurement.")]
Strategies = Annotated[str, typer.Option("--strategy", "-s", metavar="NAME,…", help="Who plays real decks.")]
NoC = Annotated[bool, typer.Option("--no-c", help="Leave the C yardsticks out.")]
Cold = Annotated[bool, typer.Option("--cold", help="Also compile the engine into an empty cache, and time it.")]
Memory = Annotated[str, typer.Option("--memory-games", metavar="N,N", help="Games after which peak memory is compared.")]
Compare = Annotated[
    Path | None, typer.Option("--compare", metavar="FILE", help="The JSON of an earlier run, of another revision; or what --save wrote.")
]
Save = Annotated[
    Path | None,
    typer.Option("--save", metavar="FILE", callback=checked_output, help="Write the ratios to C and to essence-wars: a baseline to keep."),
]


def command(
    only: Only = None,
    rounds: Rounds = 5,
    seconds: Seconds = 0.4,
    strategy: Strategies = "random,greedy",
    no_c: NoC = False,
    cold: Cold = False,
    memory_games: Memory = "10000,100000",
    compare: Compare = None,
    save: Save = None,
    json: Json = False,
) -> None:
    """How fast is this machine? Measure battles, games and decisions a second, start, memory, and how games scale with jobs.

    Figures are medians of paired rounds; ratios are taken within a round.
    """
    from kotc_sim.commands.play import numbers
    from kotc_sim.experiments.speed import baseline, bench
    from kotc_sim.progress import Notice
    from kotc_sim.runs import run_record

    earlier = kept = None
    if compare is not None:
        check_input(compare)
        kept = baseline.read(compare)
        earlier = bench.read_results(compare) if kept is None else None
    wanted = numbers(memory_games, memory_games.count(",") + 1, "--memory-games")
    if not all(2 <= number <= MOST_GAMES and number.is_integer() for number in wanted):
        raise KotcError(f"--memory-games {memory_games}: whole numbers of games, 2 to {MOST_GAMES:,}", fix="Write such as 10000,100000")
    games = [int(number) for number in wanted]
    groups = bench.GROUPS if only is None else tuple(part.strip() for part in only.split(","))
    with Notice("measuring; compiles first if need be …"):
        found = bench.bench(
            groups,
            rounds=rounds,
            seconds=seconds,
            strategies=[part.strip() for part in strategy.split(",")],
            with_c=not no_c,
            cold=cold,
            memory_games=games,
        )
    data: dict[str, Any] = {
        "command": "bench", "version": __version__, "seed": 1, "reproduce": reproduce_command(), **found,
        "record": run_record(arguments()),
    }  # fmt: skip
    if earlier is not None:
        data["compared"] = bench.compare(found, earlier)
        data["compared_with"] = earlier.get("machine", {})
    if kept is not None:
        data["compared_ratios"] = baseline.compare(found, kept)
        data["compared_with"] = kept.get("machine", {})
    say(json_text(data) if json else "\n".join(_lines(data)))
    if save is not None:
        try:
            write_output(save, baseline.text_of(found))
        except KotcError as error:
            end_with([error])


def _lines(data: Mapping[str, Any]) -> list[str]:
    machine = data["machine"]
    lines = [
        f"{machine['processor']}, {machine['jobs']} jobs, Python {machine['python']}, numba {machine['numba']}; "
        f"medians of {data['rounds']} rounds",
        "",
    ]
    width = max((len(row["name"]) for row in data["results"]), default=0)
    for row in data["results"]:
        ratios = ", ".join(f"{value:.2f} × {key.replace('_', ' ')}" for key, value in row["ratio_to"].items())
        lines.append(f"{row['name']:<{width}}  {_number(row['value']):>14} {row['unit']:<12} {ratios}".rstrip())
    if "compared" in data:
        lines += ["", f"Compared with revision {data['compared_with'].get('revision') or 'unknown'}:"]
        for row in data["compared"]:
            against = f" ({row['change_to_c']:.2f} × in ratio to C)" if "change_to_c" in row else ""
            doubt = "" if row["clear"] else "  within the noise"
            lines.append(f"{row['name']:<{width}}  {row['change']:>6.2f} ×{against}{doubt}")
    if "compared_ratios" in data:
        from kotc_sim.experiments.speed import baseline

        lines += baseline.lines(data["compared_ratios"], data["compared_with"])
    return lines + [f"Note: {note}" for note in data["notes"]]


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
