"""What measurements ask of Keeper of the Cards; see `kotc_sim.games.design.Design`."""

from kotc_sim.games.design import Design
from kotc_sim.games.keeper.design import card_generator, carrying, numbers, pool, restriction, substitution, synergy
from kotc_sim.games.keeper.design.bodies import battle_numbers, require_texts
from kotc_sim.games.keeper.design.hosts import KeeperHosts
from kotc_sim.games.keeper.design.samples import sample_decks

DESIGN = Design(
    unpriced="",
    generation=card_generator,
    synergy=synergy,
    substitution=substitution,
    restriction=restriction,
    numbers=numbers,
    carrying=carrying,
    pool=pool,
    table=KeeperHosts,
    ratable=lambda cards, edition: (cards, ""),
    require_texts=require_texts,
    battle_numbers=battle_numbers,
    samples=sample_decks,
)
