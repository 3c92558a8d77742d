"""The workbench: a page in the browser, served to this machine alone (``kotc-sim serve``; the extra ``kotc-sim[web]``).

`app` has the addresses, `guard` who may ask them, `fields` and `question` what is let in, `asked` what a question becomes (files of a
folder of its own, and a command line), `runs` the queue of those commands, `server` the process. The pages are in ``static``.
"""
