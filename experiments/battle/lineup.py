"""The notation of a line-up: ``4/6+2/4``, ``3x2/4``, ``1/3[shield,effigy]``."""

import re
from collections.abc import Callable

from kotc_sim.battles.outcome import Minion, Values, VictimKind
from kotc_sim.errors import KotcError
from kotc_sim.yaml_source import whole_number

Levels = Callable[[int, int], int]  # printed SP and HP to level, by the edition's formula

COUNTERS = ("shield", "effigy", "voodoo", "sword", "weakness")
MOST_MINIONS = 40
MOST_SP = 99
MOST_HP = 999
MOST_WORTH = 1_000_000
NOBODY = ("", "-", "0", "none", "nothing", "nobody")

_MINION = re.compile(r"(?:(\d{1,9})\s*[x×*]\s*)?(\d{1,9})\s*/\s*(\d{1,9})\s*(?:\[([^\]]*)\])?")
_COUNTER = re.compile(r"(?:(\d{1,9})\s*[x×*]?\s*)?([a-z]+)(?:\s*[x×*]\s*(\d{1,9}))?")
_HELP = "Write SP/HP of each minion in formation order, as in '4/6+2/4', '3x2/4' or '1/3[shield,effigy]'."


def parse_lineup(text: str, level: Levels, name: str = "the line-up") -> tuple[Minion, ...]:
    """Read a team in formation order, which an error calls ``name``; ``level`` gives the level of a minion of that SP and HP.

    Minions are joined by ``+``: ``SP/HP``, before it ``3x`` for three of them, behind it counters in square brackets. Shield and Effigy
    Counters (Voodoo until the 17th) belong to the minion's controller and wait; each Sword Counter adds 1 SP and a Weakness Counter sets SP
    to 0, after the Sword Counters. ``-`` is an empty team. A `KotcError` names the character at which something cannot be read.
    """
    if text.strip().lower() in NOBODY:
        return ()
    if text.count("+") >= MOST_MINIONS:
        raise KotcError(f"{name} has {text.count('+') + 1} minions", fix=f"At most {MOST_MINIONS} can be handled.")
    team: list[Minion] = []
    column = 1
    for part in text.split("+"):
        start = column + len(part) - len(part.lstrip())
        team += _minions(part.strip(), level, f"{name} '{text}', character {start}")
        column += len(part) + 1
    if len(team) > MOST_MINIONS:
        raise KotcError(f"{name} has {len(team)} minions", fix=f"At most {MOST_MINIONS} can be handled.")
    return tuple(team)


def _minions(part: str, level: Levels, where: str) -> list[Minion]:
    found = _MINION.fullmatch(part)
    if found is None:
        what = f"'{part}' is not a minion" if part else "a minion is missing"
        raise KotcError(f"{what} in {where}", fix=_HELP)
    times, sp, hp = int(found[1] or 1), int(found[2]), int(found[3])
    if not 1 <= times <= MOST_MINIONS or sp > MOST_SP or hp > MOST_HP:
        raise KotcError(f"'{part}' in {where} is out of range", fix=f"At most {MOST_MINIONS} minions, {MOST_SP} SP and {MOST_HP} HP each.")
    counters = _counters(found[4] or "", where)
    current = 0 if counters["weakness"] else sp + counters["sword"]
    return [Minion(current, hp, level(sp, hp), counters["shield"], counters["effigy"] + counters["voodoo"])] * times


def _counters(text: str, where: str) -> dict[str, int]:
    counted = dict.fromkeys(COUNTERS, 0)
    for word in filter(None, (word.strip().lower() for word in text.split(","))):
        found = _COUNTER.fullmatch(word)
        if found is None or found[2] not in COUNTERS or (found[1] and found[3]):
            raise KotcError(
                f"'{word}' in {where} is not a counter that matters in Damage Allocation",
                fix=f"Known are {', '.join(COUNTERS)}; 'shield*2' stands for two.",
            )
        counted[found[2]] += int(found[1] or found[3] or 1)
        if counted[found[2]] > MOST_SP:
            raise KotcError(f"too many counters in {where}", fix=f"At most {MOST_SP} of a kind.")
    return counted


def parse_values(text: str) -> Values:
    """Read what a side's dice want to do, such as ``4,1,1``; `KotcError` if it is not three whole numbers, or one is out of range."""
    found = [number for part in text.split(",") if (number := whole_number(part.strip())) is not None]
    if len(found) != 3 or text.count(",") != 2 or max(found) > MOST_WORTH:
        raise KotcError(f"--values {text} is not three whole numbers up to {MOST_WORTH}", fix="Write for instance --values 4,1,1.")
    return Values(*found)


def parse_victim(text: str, defenders: tuple[Minion, ...], level: Levels) -> tuple[VictimKind, Minion | None]:
    """Read a victim: ``player``, ``0/5`` (a minion that does not defend) or ``#2`` (the second defender); else `KotcError`."""
    word = text.strip().lower().removeprefix("victim=").strip()
    if word == "player":
        return VictimKind.PLAYER, None
    if word.startswith("#"):
        if 1 <= (whole_number(word[1:]) or 0) <= len(defenders):
            return VictimKind.DEFENDER, None
        fix = f"Defenders are #1 to #{len(defenders)}, in formation order." if defenders else "Nobody defends."
        raise KotcError(f"the victim '{text}' is not a defender", fix=fix)
    minions = parse_lineup(word, level, "the victim") if "/" in word else ()
    if len(minions) != 1:
        raise KotcError(f"the victim '{text}' is not one player or minion", fix="Write 'player', '0/5', or '#1' for a defender.")
    return VictimKind.MINION, minions[0]


def without_counters(text: str) -> str:
    """Return the same line-up with bare minions."""
    return re.sub(r"\s*\[[^\]]*\]", "", text)
