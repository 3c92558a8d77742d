"""Playing a scenario and saying whether its expectations hold."""

from collections.abc import Iterator
from contextlib import contextmanager

from kotc_sim.errors import KotcError
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.scenario.expect import compare
from kotc_sim.games.keeper.scenario.reader import Document, read_document
from kotc_sim.games.keeper.scenario.script import Player, may_be_vacuous
from kotc_sim.games.keeper.scenario.state import Game, build
from kotc_sim.games.keeper.transcript import Transcript
from kotc_sim.games.protocol import ScenarioResult
from kotc_sim.shared.result import Ending
from kotc_sim.yaml_source import Node


def run_node(root: Node, *, log: bool = False) -> ScenarioResult:
    """Play one scenario; a `KotcError` if the scenario is malformed, or its script, dice or random indices do not fit what happens."""
    document = read_document(root)
    with _placed(document):
        try:
            game, player, hp = _played(document, log, vacuous=False)
        except KotcError as error:
            if not any(may_be_vacuous(entry) for entry in document.script):
                raise
            try:
                game, player, hp = _played(document, log, vacuous=True)
            except KotcError:
                raise error from None  # what the script as it stands runs into
        g = game.g
        over = bool(g.over == 1 and not (g.ending == Ending.TURN_CAP and g.turn < game.turn_limit))  # the game, and not only the turn
        assert document.expect is not None
        differences = [f"line {e.node.line}: this is legal at its moment" for e in player.legal]
        differences += compare(game, document.expect, over)
    if game.g.raised:
        raise KotcError(f"{document.name}: a limit of the engine was met", file=document.file, line=document.line)
    lines = _log(game, document, over, hp) if log else []
    return ScenarioResult(document.name, document.file, document.line, not differences, differences, lines)


def _played(document: Document, log: bool, *, vacuous: bool) -> tuple[Game, Player, list[int]]:
    """Play the script, and return the game, its player, and everybody's HP at the start.

    With ``vacuous``, an entry for a question that the engine does not ask, since it has one answer only, is used up where it would come.
    """
    game = build(document)
    game.g.log_on = int(log)
    hp = [int(game.g.players[p].hp) for p in range(int(game.g.n_players))]
    player = Player(game, document.script, vacuous=vacuous)
    player.play()
    return game, player, hp


@contextmanager
def _placed(document: Document) -> Iterator[None]:
    """Let an error that names no file say of which scenario it is."""
    try:
        yield
    except KotcError as error:
        if error.file is not None:
            raise error from None
        raise KotcError(f"{document.name}: {error.what}", file=document.file, line=document.line, fix=error.fix) from None


def _log(game: Game, document: Document, over: bool, hp: list[int]) -> list[str]:
    """Return the log as text; the first time that a labelled card is named, with what it is."""
    entries = game.log
    if not over:  # the end of the turn is where the scenario stops, not the end of the game
        entries = [entry for entry in entries if entry[0] != kinds.Log.END]
    introduced: set[int] = set()

    def name(c: int) -> str:
        label, card = game.label(c), game.name(c)
        if c in introduced or label == card or game.g.cards[c].pawn:
            return label
        introduced.add(c)
        return f"{label} ({card})"

    turn = None if document.phase == "setup" else (document.turn_number, document.turn)
    return Transcript(game.match, entries, name, hp, omniscient=True, turn=turn).lines
