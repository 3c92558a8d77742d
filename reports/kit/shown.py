"""What all reports have: they are made of a result, or of what JSON holds of it, with a head, notes and a footer."""

import functools
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from kotc_sim.experiments.result import Result
from kotc_sim.output import json_text
from kotc_sim.reports.kit.envelope import NEXT, by_the_strongest, footer, kicker, notable, notes, unused
from kotc_sim.reports.kit.next_step import step_after
from kotc_sim.reports.kit.report import LONG, RESULT, Attachment, Report, Section
from kotc_sim.reports.kit.wording import clean

if TYPE_CHECKING:
    from kotc_sim.experiments.judged import Judged

Found = TypeVar("Found", bound=Result)
WORTH_READING = "Games worth reading"


def reads(kind: type[Found]) -> Callable[[Callable[[Found], Report]], Callable[[Found | Mapping[str, Any]], Report]]:
    """Let a report take what JSON holds too, which is read as a result of this kind; add what all pages have, where it states none."""

    def decorate(report: Callable[[Found], Report]) -> Callable[[Found | Mapping[str, Any]], Report]:
        @functools.wraps(report)
        def of_either(result: Found | Mapping[str, Any]) -> Report:
            found = kind.of(result) if isinstance(result, Mapping) else result
            made = report(found)
            head, below = made.kicker or kicker(found), made.footer if made.footer.facts else footer(found)
            said = replace(made.verdict, detail=f"{made.verdict.detail} {unused(found)}".strip())
            own = [one for one in made.sections if one.title != NEXT]
            sections = [*following(found, made), *own, Section(WORTH_READING, tables=notable(found))]
            return replace(made, kicker=head, verdict=said, sections=sections, notes=made.notes or notes(found), footer=below)

        return of_either

    return decorate


def following(result: Result, made: Report) -> list[Section]:
    """Return what to do next, which stands behind the verdict: the strongest pilot's word, what the report says, or what follows."""
    own = [section for section in made.sections if section.title == NEXT]
    runs = result.reproduce.startswith("kotc-sim")
    step = step_after(result)
    if result.provisional_by and runs:
        step = by_the_strongest(result)
    elif own or not runs:
        return own
    return [] if step is None else [Section(NEXT, [step[0]], commands=[step[1]])]


def forwarded(made: Report, result: Result, judged: "Judged") -> Report:
    """Return a report that says what was judged, of a long list after all that was found, and holds its result and the user's files."""
    files = [Attachment(RESULT, json_text(result.data).encode()), *(Attachment(path, data) for path, data in judged.files.items())]
    notes = [f"Not in this page, as it was changed meanwhile or lies elsewhere: {clean(path)}." for path in judged.left_out]
    section = Section("What was judged", folds=judged.parts)
    first = len(made.sections) if len(judged.parts) > LONG else sum(one.title == NEXT for one in made.sections[:1])
    return replace(made, sections=[*made.sections[:first], section, *made.sections[first:]], files=files, notes=[*made.notes, *notes])
