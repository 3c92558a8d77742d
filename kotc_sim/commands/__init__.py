"""The commands of ``kotc-sim``, one thin module each: parse, call an experiment, hand the result to a report.

A module exposes ``command``: a function whose parameters typer turns into options, or a ``typer.Typer`` for a group of commands.
`kotc_sim.cli` imports it only when its command is run, so that ``kotc-sim --help`` stays fast.
"""
