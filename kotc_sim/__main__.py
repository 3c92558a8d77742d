"""``python -m kotc_sim`` is ``kotc-sim``."""

from kotc_sim.cli import main

if __name__ == "__main__":
    main()
