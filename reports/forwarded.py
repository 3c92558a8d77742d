"""A report that is sent to somebody: with what was judged, and with the result and the files from which it is played again."""

from __future__ import annotations

from dataclasses import replace

from kotc_sim.experiments.judged import Judged
from kotc_sim.experiments.result import Result
from kotc_sim.output import json_text
from kotc_sim.reports.kit.envelope import NEXT
from kotc_sim.reports.kit.report import RESULT, Attachment, Fold, Report, Section
from kotc_sim.reports.kit.wording import clean


def forwarded(made: Report, result: Result, judged: Judged) -> Report:
    """Return a report that says what was judged, and holds its result and the user's files."""
    files = [Attachment(RESULT, json_text(result.data).encode()), *(Attachment(path, data) for path, data in judged.files.items())]
    notes = [f"Not in this page, as it was changed meanwhile or lies elsewhere: {clean(path)}." for path in judged.left_out]
    section = Section("What was judged", folds=[Fold(*part) for part in judged.parts])
    first = sum(one.title == NEXT for one in made.sections[:1])
    return replace(made, sections=[*made.sections[:first], section, *made.sections[first:]], files=files, notes=[*made.notes, *notes])
