"""The parameters and rule switches of Level-Up that the engine reads, one row each.

Values, limits and rulings stand in ``editions/levelup.yaml``; here stands what a value is in the record. A new switch is an entry
there, a row here, and a line in the kernel that asks for it.
"""

from kotc_sim.games.switches import Field, Switch

PARAMETERS = tuple(
    Switch(name, "file", fields=(Field(name),))
    for name in ("points", "opening_hand", "plays_per_turn", "creature_slots", "magic_slots", "hand_limit", "chain_max", "resolve_max")
)
"""Numbers of the rules; those that decks alone depend on are not among them."""

SWITCHES = (
    Switch("lose_at", "file", fields=(Field("lose_at"),)),
    Switch("simultaneous_zero", "file", fields=(Field("simultaneous_zero", {"turn_player_wins": 1, "turn_player_loses": 2}),)),
    Switch("turn_limit", "file", fields=(Field("turn_limit"),)),
    Switch("turn_limit_result", "file", fields=(Field("more_points_wins", {"more_points_wins": 1}),)),
    Switch("destroy_gain", "file", fields=(Field("destroyer_gains", {"destroyer_gains": 1}),)),
    Switch("points_on_destroy", "file", fields=(Field("pile_levels", {"pile_levels": 1}),)),
    Switch("points_on_cause", "file", fields=(Field("points_on_cause", {"opponent_only": 1, "battle_only": 2}),)),
    Switch("points_cap", "file", fields=(Field("points_cap", none=-1),)),
    Switch("battle_tie", "file", fields=(Field("battle_tie", {"both_destroyed": 1, "defender_destroyed": 2}),)),
    Switch("attacker_dies", "file", fields=(Field("attacker_dies"),)),
    Switch("attack_taps", "file", fields=(Field("attack_taps"),)),
    Switch("new_creature_attacks", "file", fields=(Field("new_creature_attacks"),)),
    Switch("second_player_attacks_first_turn", "file", fields=(Field("second_player_attacks"),)),
    Switch("facedown_attack", "file", fields=(Field("facedown_attack", {"forbidden": 1}),)),
    Switch("direct_after_clearing", "file", fields=(Field("direct_after_clearing"),)),
    Switch("level_up_counts_as_play", "file", fields=(Field("level_up_counts"),)),
    Switch("level_up_same_turn", "file", fields=(Field("level_up_same_turn"),)),
    Switch("under_cards", "file", fields=(Field("under_inert", {"inert": 1}), Field("under_all", {"all_effects": 1}))),
    Switch("leveled_trigger_state", "file", fields=(Field("leveled_before_untap", {"before_untap": 1}),)),
    Switch("field_discard_scope", "file", fields=(Field("discard_whole_pile", {"whole_pile": 1}),)),
    Switch("untap_step", "file", fields=(Field("untap_step", {"own_turn_start": 1}),)),
    Switch("normal_window", "file", fields=(Field("normal_main_only", {"main": 1}),)),
    Switch("continuous_ends", "file", fields=(Field("continuous_ends_hidden", {"face_down_or_covered": 1}),)),
    Switch("dormant_result", "file", fields=(Field("dormant_stays_tapped", {"stays_tapped_once_per_turn": 1}),)),
    Switch("dormant_window", "file", fields=(Field("dormant_own_turn", {"own_turn": 1}),)),
    Switch("equip_on_level_up", "file", fields=(Field("equip_falls_off", {"destroyed": 1}),)),
    Switch("passive_counterable", "file", fields=(Field("passive_counterable"),)),
    Switch("choose_on", "file", fields=(Field("choose_on_activation", {"activation": 1}),)),
    Switch("discard_choice", "file", fields=(Field("discard_choice", {"random": 1, "opponent": 2}),)),
    Switch("exhaustion", "file", fields=(Field("every_failed_draw", {"every_failed_draw": 1}),)),
    Switch("exhaustion_points", "file", fields=(Field("exhaustion_points"),)),
    Switch("mulligan", "file", fields=(Field("mulligan", {"once_full": 1}),)),
    Switch("first_player", "file", fields=(Field("die", {"die": 1}),)),
)
"""In the order of the edition's file and of `record.RULES`, where they follow the parameters."""
