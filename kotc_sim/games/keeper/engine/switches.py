"""The rule switches of Keeper of the Cards, one row each.

A new switch is a row here, with a default, and a line in the kernel that asks for its field.
"""

from __future__ import annotations

from kotc_sim.games.switches import Field, Range, Switch

SWITCHES: dict[str, Switch] = {
    switch.name: switch
    for switch in (
        Switch("starting_hp", Range(1, 9999), "hit points of a player at the start", fields=(Field("starting_hp"),)),
        Switch("hand_size", Range(0, 20), "cards of the first hand", fields=(Field("hand_size"),)),
        Switch("deck_min", Range(1, 120), "fewest cards of a legal deck"),
        Switch("deck_max", Range(1, 120), "most cards of a legal deck"),
        Switch("ultra_limit", Range(0, 999, none=True), "most Ultra Points of a legal deck"),
        Switch(
            "reserves",
            ("none", "beside", "among"),
            "no reserves; up to `reserves_size` cards beside the deck; exactly that many of the deck's cards",
        ),
        Switch("reserves_size", Range(0, 40), "how many reserves there are"),
        Switch("mulligan", "bool", "whether a first hand may be exchanged", fields=(Field("mulligan"),)),
        Switch(
            "resource_phase",
            ("draw_then_sow", "place_or_draw"),
            "draw 1 and sow up to 1; or place p of 0 to 2 and draw 2 - p",
            fields=(Field("place_or_draw", {"place_or_draw": 1}),),
        ),
        Switch(
            "reserves_use",
            ("none", "replace_draw", "exchange"),
            "what reserves are for",
            fields=(Field("reserves_draw", {"replace_draw": 1}), Field("reserves_exchange", {"exchange": 1})),
        ),
        Switch("trapfield", "bool", "whether spells can be set as traps", fields=(Field("trapfield"),)),
        Switch("level_min", Range(0, 99), "the lowest level in play", fields=(Field("level_min"),)),
        Switch("minion_level_min", Range(0, 99), "the lowest level of a minion"),
        Switch("ability_level_min", Range(0, 99), "the lowest level of a minion's ability"),
        Switch("spell_level_min", Range(0, 99), "the lowest level of a spell"),
        Switch("base_level", "formula", "price of a minion's body"),
        Switch("rounding", ("ability", "card"), "round up each ability and the base, or the whole card once"),
        Switch("relief_on", ("ability", "card"), "what costs and conditions may lower: their ability, or the whole card"),
        Switch(
            "targets_at",
            ("resolution", "activation"),
            "when targets are selected",
            fields=(Field("targets_at_activation", {"activation": 1}),),
        ),
        Switch("up_to_zero", "bool", 'whether "up to x" may be 0', fields=(Field("up_to_zero"),)),
        Switch("no_target_stops", "bool", "whether a selection without targets ends the ability", fields=(Field("no_target_stops"),)),
        Switch(
            "target_once_per",
            ("sub_ability", "ability"),
            "how often a card can be a target",
            fields=(Field("target_once_per_ability", {"ability": 1}),),
        ),
        Switch(
            "responses",
            ("everyone", "none", "one"),
            "who may answer a chain link",
            fields=(Field("responses", {"one": 1, "everyone": 2}),),
        ),
        Switch(
            "counters_pop",
            ("link", "at_once"),
            "whether popping a counter is a chain link",
            fields=(Field("counters_at_once", {"at_once": 1}),),
        ),
        Switch(
            "events",
            ("window", "window_or_chain", "queue", "named"),
            "how long a met condition can be used",
            fields=(Field("events", {"window_or_chain": 1, "queue": 2, "named": 3}),),
        ),
        Switch(
            "conditioned_spell_from_hand",
            "bool",
            "whether a spell with a condition is cast from the hand, or only as a trap",
            fields=(Field("conditioned_spell_from_hand"),),
        ),
        Switch("summon_starts_chain", "bool", "whether summoning a minion starts a chain", fields=(Field("summon_starts_chain"),)),
        Switch("attack_starts_chain", "bool", "whether declaring an attack starts a chain", fields=(Field("attack_starts_chain"),)),
        Switch(
            "dice_step", "bool", "whether cards can be used between the dice of a battle and their allocation", fields=(Field("dice_step"),)
        ),
        Switch("response_step", "bool", "whether a battle has a step for responses before the dice", fields=(Field("response_step"),)),
        Switch("piercing", "bool", "whether damage above a minion's HP reaches its controller", fields=(Field("piercing"),)),
        Switch(
            "leftover_defense",
            ("nothing", "attacker_if_player"),
            "where the defender's unused dice go: to the attacking player if the victim was a player",
            fields=(Field("leftover_defense", {"attacker_if_player": 1}),),
        ),
        Switch(
            "victim_gone",
            ("controller", "nothing"),
            "where leftover dice go when the victim minion is gone",
            fields=(Field("victim_gone", {"controller": 1}),),
        ),
        Switch(
            "victim_reuse",
            ("card_left", "follows_card"),
            "whether a minion that came back can be attacked again",
            fields=(Field("victim_follows_card", {"follows_card": 1}),),
        ),
        Switch(
            "losing",
            ("criteria", "elimination"),
            "compare at the end, or lose at 0 HP",
            fields=(Field("elimination", {"elimination": 1}),),
        ),
        Switch(
            "empty_deck",
            ("draw_ends", "loses"),
            "a draw from it ends the game, or it loses when empty",
            fields=(Field("empty_deck_loses", {"loses": 1}),),
        ),
        Switch(
            "recovery_window",
            ("after", "before", "both"),
            "when cards can be used in the Recovery Phase: after the recovery, before it, both",
            fields=(Field("recovery_before", {"before": 1, "both": 1}), Field("recovery_after", {"after": 1, "both": 1})),
        ),
        Switch(
            "recovery_resets_level",
            "bool",
            "whether the Recovery Phase restores lowered levels",
            fields=(Field("recovery_level"),),
        ),
        Switch(
            "spell_after_move",
            ("stays", "grave"),
            "where a spell ends that an effect moved",
            fields=(Field("spell_to_grave_always", {"grave": 1}),),
        ),
        Switch(
            "destroyed_user",
            ("controller", "grave_owner"),
            'who uses "when this card is destroyed"',
            fields=(Field("destroyed_user_owner", {"grave_owner": 1}),),
        ),
        Switch(
            "deployed_condition",
            ("ignored", "must_be_met", "never"),
            "conditions of deployed spells",
            fields=(Field("deployed_condition", {"must_be_met": 1, "never": 2}),),
        ),
        Switch(
            "deploy_traps",
            "bool",
            "whether deploying reaches traps: setting one, and those on the trapfield",
            fields=(Field("deploy_traps"),),
        ),
        Switch(
            "deployed_pays_itself",
            "bool",
            "whether a resource that is deployed may be exhausted for its own cost",
            fields=(Field("deployed_pays_itself"),),
        ),
        Switch("turn_limit", Range(1, 9999), "guard against endless games: turns of a game", fields=(Field("turn_limit"),)),
        Switch("link_limit", Range(1, 99999), "guard against endless games: chain links of a turn", fields=(Field("link_limit"),)),
        Switch(
            "self_sacrifice", "bool", "whether a card may be sacrificed for a cost of its own", True, (Field("self_sacrifice"),)
        ),  # 5.keyword.8
        Switch(
            "excavated",
            ("shuffled", "in_place"),
            "whether excavated cards are shuffled among themselves afterwards",
            "shuffled",
            (Field("excavated_stay", {"in_place": 1}),),
        ),
        Switch(
            "clone_copies",
            ("printed", "current"),
            "which SP, HP and level of a minion its clone gets",
            "printed",
            (Field("clone_current", {"current": 1}),),
        ),
        Switch(
            "berzerk_ban",
            ("turn", "battle"),
            "how long Berzerk keeps its host from using abilities: for the turn, or until its attack has allocated damage",
            "turn",
            (Field("berzerk_ban_battle", {"battle": 1}),),
        ),
        Switch(
            "fatigue_ends",
            ("own_turn", "next_recovery"),
            "what fatigue lasts to: a Recovery Phase of the controller's in a later turn, or it takes the next Recovery Phase alone",
            "own_turn",
            (Field("fatigue_once", {"next_recovery": 1}),),
        ),
        Switch(
            "first_asked",
            ("left", "turn_player"),
            "where everyone may answer a link, who is asked first: the player at the left of who made it, or the turn player",
            "left",
            (Field("turn_player_first", {"turn_player": 1}),),
        ),
        Switch(
            "first_responder",
            ("last_turn", "next_turn"),
            "where a link takes one answer, who goes first: the player whose turn ended last, or whose turn comes next",
            "last_turn",
            (Field("next_turn_first", {"next_turn": 1}),),
        ),
        Switch(
            "first_turn_less",
            "bool",
            "whether the starting player's first turn brings fewer cards",
            True,
            (Field("first_turn_less"),),
        ),
        Switch(
            "resources_enter",
            ("unexhausted", "exhausted"),
            "how a card that is sown or placed enters the granary",
            "unexhausted",
            (Field("resources_exhausted", {"exhausted": 1}),),
        ),
        Switch("victim_once", "bool", "whether a victim can be declared only once in a Battle Phase", True, (Field("victim_once"),)),
        Switch(
            "dice_placed_by",
            ("roller", "hit"),
            "who says which minion a die hits: the roller, in the order that was announced; or the player whose team it hits",
            "roller",
            (Field("hit_player_places", {"hit": 1}),),
        ),
        Switch(
            "condition_price",
            ("relief", "factor"),
            "what the level of a condition does: it is taken off, or every effect of the ability is multiplied by it",
            "relief",
        ),
        Switch("relief_limit", Range(0, 999, none=True), "most that condition and cost take off an ability", "none"),
        Switch(
            "haste",
            ("none", "plain"),
            "whether minions without abilities, but no pawns, are summoned unexhausted",
            "none",
            (Field("haste", {"plain": 1}),),
        ),
        Switch("fewer_targets", "bool", "whether a selection of a fixed number may take fewer", False),
        Switch(
            "repeat_targets",
            "bool",
            "whether a choice of targets may name the same card several times",
            False,
            (Field("repeat_targets"),),
        ),
        Switch(
            "targets_kept",
            "bool",
            "whether what was selected before the link, a popped counter's host too, stays the target wherever it goes",
            False,
            (Field("targets_kept"),),
        ),
        Switch(
            "targeted_where",
            ("in_play", "anywhere"),
            "where a card has to be for its targeting to be an event",
            "in_play",
            (Field("targeted_anywhere", {"anywhere": 1}),),
        ),
        Switch(
            "trap_used",
            ("at_once", "as_response"),
            "when the host of a popped Trap Counter may be used: at once, or once in the chain, in place of a response",
            "at_once",
            (Field("trap_as_response", {"as_response": 1}),),
        ),
        Switch(
            "hypnotize_ends",
            ("turn", "recovery"),
            "when control goes back: at the end of the turn, or before the cards of the next Recovery Phase recover",
            "turn",
            (Field("hypnotize_to_recovery", {"recovery": 1}),),
        ),
        Switch(
            "petrify_counters",
            ("stay", "removed"),
            "what becomes of the counters on a minion that is petrified",
            "stay",
            (Field("petrify_drops", {"removed": 1}),),
        ),
        Switch("copies_optional", "bool", "whether a copy of a target may be declined", False, (Field("copies_optional"),)),
        Switch(
            "embody_level",
            ("spell", "printed"),
            "what an embodied spell costs, and its pawn's level: the spell's current level, and at least 1; or its printed one",
            "spell",
            (Field("embody_printed", {"printed": 1}),),
        ),
        Switch("zero_abilities", Range(0, 99), "how many abilities of a minion, the first ones, may come out below `ability_level_min`", 0),
    )
}
"""By name, in the order of the pages. The order of the fields is theirs in `record.MATCH`."""
