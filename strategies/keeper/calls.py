"""Calls of compiled scoring functions by address, so that a strategy built on another one does not compile it again.

A strategy with weights, or a search on top of a base, is a large function that is compiled once and cached, with constants bound to
it: the weights, or the address of the base (``kotc_sim.games.keeper.engine.calls.bind``).
"""

from __future__ import annotations

from typing import Any

import numba
from numba import types
from numba.extending import intrinsic

from kotc_sim.games.keeper.engine.calls import call_python


@intrinsic
def _hand_over(typingctx: Any, where: Any, game: Any, match: Any, scores: Any, weights: Any) -> Any:
    returned = types.none

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        argument_types = signature.args[1:]
        function_type = context.call_conv.get_function_type(returned, argument_types)
        scorer = builder.inttoptr(args[0], function_type.as_pointer())
        handed = context.get_arg_packer(argument_types).as_arguments(builder, args[1:])
        result, error = builder.function.args[:2]
        builder.ret(builder.call(scorer, [result, error, *handed], tail=True))
        builder.position_at_end(builder.append_basic_block("never"))
        return context.get_dummy_value()

    return returned(types.uint64, game, match, scores, weights), codegen


hand_over: Any = call_python if numba.config.DISABLE_JIT else _hand_over
"""``hand_over(address, game, match, scores, constants)``: the scorer goes on in place of its caller, which ends with it"""
