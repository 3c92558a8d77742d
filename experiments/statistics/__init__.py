"""The statistics that all experiments share: docs/statistics.md says which estimator is used where.

A share is a fraction 0..1; the pair of games (same seed, seats swapped) is the unit of everything.
"""

from kotc_sim.experiments.statistics.bootstrap import (
    bootstrap_means,
    percentile_interval,
    resample_cells,
)
from kotc_sim.experiments.statistics.dynamics import Dynamics, replicate
from kotc_sim.experiments.statistics.equilibrium import (
    maximum_entropy_equilibrium,
)
from kotc_sim.experiments.statistics.homogeneity import (
    Homogeneity,
    check_homogeneity,
)
from kotc_sim.experiments.statistics.hypotheses import (
    Holm,
    band_p,
    holm,
    normal_p,
)
from kotc_sim.experiments.statistics.intervals import (
    CannotBePriced,
    Interval,
    fieller,
    mean_interval,
    normal_quantile,
    t_quantile,
    wilson,
)
from kotc_sim.experiments.statistics.isotonic import (
    FairLevel,
    Root,
    decreasing_fit,
    fair_level,
    fit_logistic,
    root_of_falling,
)
from kotc_sim.experiments.statistics.metagame import (
    ALPHAS,
    AlphaRank,
    Cycle,
    Domination,
    Metagame,
    alpha_rank,
    alpha_rank_sweep,
    analyse_metagame,
    cycles,
    cyclic_share,
    dominated,
    entropy_bits,
    log_odds,
    score_matrix,
)
from kotc_sim.experiments.statistics.pairs import (
    ELO_PER_NAT,
    PAIR_SCORES,
    PairedDifference,
    Pairs,
    compare_arms,
    elo,
)
from kotc_sim.experiments.statistics.power import (
    PAIR_SD,
    detectable_difference_pairs,
    pairs_for_half_width,
)
from kotc_sim.experiments.statistics.ratings import (
    RIDGE,
    Ratings,
    fit_ratings,
)
from kotc_sim.experiments.statistics.regression import (
    FormulaFit,
    LinearFit,
    fit_formulas,
    ols,
    ridge,
)
from kotc_sim.experiments.statistics.sequences import (
    Sequence,
    betting_sequence,
    log_capital,
)
from kotc_sim.experiments.statistics.sprt import (
    Decision,
    Sprt,
    SprtPlan,
    llr_logistic,
    stopped_score,
)
from kotc_sim.experiments.statistics.verdicts import (
    Bands,
    MatchupVerdict,
    Verdict,
    judge_gain,
    judge_matchup,
)

__all__ = [
    "ALPHAS",
    "ELO_PER_NAT",
    "PAIR_SCORES",
    "PAIR_SD",
    "RIDGE",
    "AlphaRank",
    "Bands",
    "CannotBePriced",
    "Cycle",
    "Decision",
    "Domination",
    "Dynamics",
    "FairLevel",
    "FormulaFit",
    "Holm",
    "Homogeneity",
    "Interval",
    "LinearFit",
    "MatchupVerdict",
    "Metagame",
    "PairedDifference",
    "Pairs",
    "Ratings",
    "Root",
    "Sequence",
    "Sprt",
    "SprtPlan",
    "Verdict",
    "alpha_rank",
    "alpha_rank_sweep",
    "analyse_metagame",
    "band_p",
    "betting_sequence",
    "bootstrap_means",
    "check_homogeneity",
    "compare_arms",
    "cycles",
    "cyclic_share",
    "decreasing_fit",
    "detectable_difference_pairs",
    "dominated",
    "elo",
    "entropy_bits",
    "fair_level",
    "fieller",
    "fit_formulas",
    "fit_logistic",
    "fit_ratings",
    "holm",
    "judge_gain",
    "judge_matchup",
    "llr_logistic",
    "log_capital",
    "log_odds",
    "maximum_entropy_equilibrium",
    "mean_interval",
    "normal_p",
    "normal_quantile",
    "ols",
    "pairs_for_half_width",
    "percentile_interval",
    "replicate",
    "resample_cells",
    "ridge",
    "root_of_falling",
    "score_matrix",
    "stopped_score",
    "t_quantile",
    "wilson",
]
