"""Everything inside numba that this package relies on, beyond what numba promises to those who extend it.

docs/compiler.md says what each trick is worth, and how to go on when numba changes. What a name means is not checked here, only that it is
there and takes the same parameters; so each is also tied to the versions of numba that it was tried with.
"""

import importlib
import inspect
from dataclasses import dataclass
from typing import Any, Literal

KNOWN = ("0.68",)
"""The minor versions of numba that all of it was tried with, by the checklist of docs/compiler.md."""


@dataclass(frozen=True)
class Internal:
    """A name inside numba that is relied on: module, class and name; also of an attribute that a class's functions set.

    ``trick`` is what it is for, a heading of docs/compiler.md. ``parameters`` are the names of its own; None where it is no function, or
    only passed on. ``known`` are the minor versions of numba that it is known to work with.
    """

    path: str
    trick: str
    parameters: str | None
    known: tuple[str, ...] = KNOWN


PLAIN = (
    Internal("numba.core.callconv.CPUCallConv.get_function_type", "calls", "self, restype, argtypes"),
    Internal("numba.core.callconv.CPUCallConv.call_function", "calls", "self, builder, callee, resty, argtys, args, attrs"),
    Internal("numba.core.callconv.CPUCallConv.return_status_propagate", "calls", "self, builder, status"),
    Internal("numba.core.callconv.CPUCallConv.return_user_exc", "calls", "self, builder, exc, exc_args, loc, func_name"),
    Internal("numba.core.base.BaseContext.get_dummy_value", "calls", "self"),
    Internal("numba.core.base.BaseContext.get_value_type", "calls", "self, ty"),
    Internal("numba.core.cgutils.if_unlikely", "calls", "builder, pred"),
    Internal("numba.core.cgutils.is_not_null", "calls", "builder, val"),
    Internal("numba.core.codegen.JITCodeLibrary.get_pointer_to_function", "calls", "self, name"),
    Internal("numba.core.funcdesc.FunctionDescriptor.llvm_func_name", "calls", None),
    Internal("numba.core.types.Record.offset", "calls", "self, key"),
    Internal("numba.core.base.BaseContext.make_array", "lists", "self, typ"),
    Internal("numba.core.cgutils.raw_memcpy", "copies", "builder, dst, src, count, itemsize, align"),
    Internal("numba.core.dispatcher._DispatcherBase.get_call_template", "helpers", "self, args, kws"),
    Internal("numba.core.dispatcher.Dispatcher.targetoptions", "helpers", None),
    Internal("numba.core.dispatcher.Dispatcher._numba_type_", "helpers", None),
    Internal("numba.core.dispatcher.Dispatcher.overloads", "calls", None),
    Internal("numba.core.compiler.CompileResult.library", "calls", None),
    Internal("numba.core.compiler.CompileResult.target_context", "calls", None),
)
"""What plain kernels need as well: calls by address, lists, copies of records, helpers of one signature."""

FULL = (
    Internal("numba.core.compiler_lock.global_compiler_lock", "one lock", None),
    Internal("numba.core.options.DefaultOptions._nrt", "no references", None),
    Internal("numba.core.codegen.JITCPUCodegen.create_library", "kernel cache", "self, name, kwargs"),
    Internal("numba.core.cpu.CPUContext.get_executable", "linked only", "self, library, fndesc, env"),
    Internal("numba.core.dispatcher._DispatcherBase.add_overload", "linked only", "self, cres"),
    Internal("numba.core.targetconfig.ConfigStack.top_or_none", "linked only", ""),
    Internal("numba.core.environment.lookup_environment", "linked only", "env_name"),
    Internal("numba.core.base.BaseContext.insert_user_function", "linked only", "self, func, fndesc, libs"),
    Internal("numba.core.codegen.CPUCodeLibrary.finalize", "linked only", "self"),
    Internal("numba.core.codegen.CPUCodeLibrary._final_module", "linked only", None),
    Internal("numba.core.codegen.CPUCodeLibrary._linking_libraries", "linked only", None),
    Internal("numba.core.codegen.CPUCodeLibrary._reload_init", "linked only", None),
    Internal("numba.core.codegen.CPUCodeLibrary._finalized", "linked only", None),
    Internal("numba.core.codegen.CPUCodeLibrary._raise_if_finalized", "linked only", "self"),
    Internal("numba.core.codegen.CPUCodeLibrary._get_module_for_linking", "linked only", "self"),
    Internal("numba.core.codegen.JITCPUCodegen.set_env", "linked only", "self, env_name, env"),
    Internal("numba.core.types.functions.BaseFunction.get_call_type", "operators once", "self, context, args, kws"),
    Internal("numba.core.compiler.CompilerBase.define_pipelines", "fewer passes", "self"),
    Internal("numba.core.compiler.DefaultPassBuilder.define_typed_pipeline", "fewer passes", "state, name"),
    Internal("numba.core.compiler.DefaultPassBuilder.define_nopython_lowering_pipeline", "fewer passes", "state, name"),
    Internal("numba.core.compiler_machinery.PassManager.add_pass", "fewer passes", "self, pss, description"),
    *(
        Internal(f"numba.core.untyped_passes.{name}", "fewer passes", None)
        for name in (
            *("TranslateByteCode", "FixupArgs", "IRProcessing", "RewriteSemanticConstants", "GenericRewrites"),
            *("RewriteDynamicRaises", "InlineInlinables", "ReconstructSSA"),
        )
    ),
    Internal("numba.core.base.BaseContext.refresh", "new functions once", "self"),
    Internal("numba.core.typing.context.BaseContext.refresh", "new functions once", "self"),
    Internal("numba.core.base.BaseContext._registries", "new functions once", None),
    Internal("numba.core.typing.context.BaseContext._registries", "new functions once", None),
    Internal("numba.np.arrayobj.fix_integer_index", "indices", "context, builder, idxty, idx, size"),
    Internal("numba.core.codegen.CPUCodeLibrary._optimize_final_module", "by itself", "self"),
    Internal("numba.core.codegen.CPUCodeLibrary._shared_module", "by itself", None),
    Internal("numba.core.codegen.JITCPUCodegen._module_pass_manager", "by itself", "self, kwargs"),
    Internal("numba.core.codegen.JITCPUCodegen._loopvect", "by itself", None),
    Internal("numba.core.codegen.JITCPUCodegen._opt_level", "by itself", None),
    Internal("numba.core.codegen.JITCPUCodegen._tm", "rolled up", None),
    Internal("numba.core.codegen._parse_refprune_flags", "rolled up", ""),
    Internal("numba.core.itanium_mangler.mangle_identifier", "by itself", "ident, template_params, abi_tags, uid"),
    Internal("numba.core.lowering.Lower.lower_function_body", "branches", "self"),
    Internal("numba.core.lowering.Lower.lower_inst", "branches", "self, inst"),
    Internal("numba.core.lowering.Lower.pre_block", "branches", "self, block"),
    Internal("numba.core.ir.Branch", "branches", "cond, truebr, falsebr, loc"),
    Internal("numba.core.dispatcher.Dispatcher._cache", "kernel cache", None),
    Internal("numba.core.compiler.CompileResult", "kernel cache", None),
    Internal("numba.core.compiler.CompileResult._reduce", "kernel cache", "self"),
    Internal("numba.core.typeinfer.register_dispatcher", "kernel cache", "disp"),
    Internal("numba.core.runtime.rtsys.initialize", "kernel cache", "ctx"),
    Internal("numba.core.serialize.NumbaPickler", "kernel cache", "file, protocol, buffer_callback"),
    Internal("numba.core.sigutils.normalize_signature", "kernel cache", "sig"),
    Internal("numba.core.codegen.CPUCodeLibrary.enable_object_caching", "kernel cache", "self"),
    Internal("numba.core.codegen.CPUCodeLibrary._set_compiled_object", "kernel cache", "self, value"),
    Internal("numba.core.codegen.CPUCodeLibrary._finalize_final_module", "kernel cache", "self"),
    Internal("numba.core.codegen.JitEngine._defined_symbols", "kernel cache", None),
    Internal("numba.core.codegen.JITCPUCodegen._engine", "kernel cache", None),
    Internal("numba.core.codegen.JITCPUCodegen", "thread kernels", "module_name"),
    Internal("numba.core.codegen.CodeLibrary.has_dynamic_globals", "kernel cache", None),
    Internal("numba.core.dispatcher.Dispatcher.compile", "full", "self, sig"),
    Internal("numba.core.dispatcher.Dispatcher.disable_compile", "kernel cache", "self, val"),
)
"""What the fast way needs besides."""

INTERNALS = PLAIN + FULL


def missing(needed: Literal["plain", "full"], *, any_version: bool = False) -> list[str]:
    """Return what of all this is not there, or not as it was, a phrase for each; for ``plain`` kernels, or for all (``full``).

    Plain kernels do not ask for a version of numba, and nobody does with ``any_version``: one that is not known will do.
    """
    import numba

    lost = [phrase for one in (PLAIN if needed == "plain" else INTERNALS) if (phrase := _fault(one))]
    minor = ".".join(numba.__version__.split(".")[:2])
    if needed == "full" and not any_version and not all(minor in one.known for one in INTERNALS):
        lost.append(f"tried with numba {' and '.join(KNOWN)} only")
    return lost


def _fault(internal: Internal) -> str | None:
    try:
        what = find(internal.path)
    except LookupError:
        return f"{_short(internal.path)} is gone"
    if internal.parameters is None:
        return None
    try:
        parameters = ", ".join(inspect.signature(what).parameters)
    except (TypeError, ValueError):
        return f"{_short(internal.path)} is no function"
    return None if parameters == internal.parameters else f"{_short(internal.path)} takes ({parameters})"


def find(path: str) -> Any:
    """Return what a path names; None for an attribute that only a class's functions name; `LookupError` if there is no such name."""
    what: Any = None
    parts = path.split(".")
    for n in range(len(parts), 0, -1):
        try:
            what = importlib.import_module(".".join(parts[:n]))
        except ImportError:
            continue
        parts = parts[n:]
        break
    for name in parts:
        if hasattr(what, name):
            what = getattr(what, name)
        elif inspect.isclass(what) and name == parts[-1] and _is_set_in(what, name):
            return None
        else:
            raise LookupError(path)
    return what


def _is_set_in(owner: type, name: str) -> bool:
    functions = [item for one in owner.__mro__ for item in list(vars(one).values()) if inspect.isfunction(item)]
    return any(name in function.__code__.co_names for function in functions)


def _short(path: str) -> str:
    """Return the last two names of a path."""
    return ".".join(path.split(".")[-2:])
