"""``kotc-sim words TEXT``: search an edition's vocabulary for the words that a card may use."""

from dataclasses import replace
from typing import Annotated

import typer

from kotc_sim import games as registry
from kotc_sim.commands import options
from kotc_sim.errors import KotcError, say
from kotc_sim.experiments.price.remembered import measured
from kotc_sim.games.vocabulary import MOST_CHARACTERS, meaning, search

Query = Annotated[list[str], typer.Argument(metavar="TEXT…", help="What the card is to do, or words of its text, such as: destroyed.")]


def command(text: Query, edition: options.Edition = None, json: options.Json = False) -> None:
    """Search an edition's vocabulary: the texts that a card may use, with what each adds to its level.

    A word fits in any form (destroy, destroyed), misspelt, or by what other games call it (kill, discard, token). Write {x} as a number.
    Texts that kotc-sim price has measured in this edition on this machine are shown with what they are worth.
    """
    rules = registry.edition(edition)
    game = registry.of(rules)
    entries = game.describe.vocabulary(rules)
    query = " ".join(text)
    if len(query) > MOST_CHARACTERS:
        raise KotcError(f"a query of {len(query)} characters is too long", fix=f"Write at most {MOST_CHARACTERS}.")
    worth = measured(rules)
    found = [replace(one, note=", ".join(filter(None, (one.note, worth.get(one.id))))) for one in search(entries, query)]
    if json:
        rows = [{"id": one.id, "section": one.section, "text": one.text, "level": one.price, "note": one.note} for one in found]
        options.say_json("words", edition=rules.name, query=query, components=rows)
        return
    every = f"kotc-sim edition show {edition or rules.name}"
    if not found:
        raise KotcError(f"no text of {rules.name} is about {query!r}", fix="All of them:", command=every)
    say(f"{len(found)} of the {len(entries)} texts of {rules.name}")
    width = max(len(one.price) for one in found)
    for section in dict.fromkeys(one.section for one in found):
        say(f"\n{section}")
        for one in found:
            if one.section == section:
                say(f"  {one.price:<{width}}  {one.text}{f'  {one.note}' if one.note else ''}  [{one.id}]")
    if game is registry.FIRST and (told := meaning(query)):
        say(f"\n{told}")
    say(f"\nA proposal names a text by what stands in brackets: kotc-sim docs propose-a-price\nAll of them: {every}")
