"""The report of components: what a keyword is worth compared with what it costs."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from kotc_sim.experiments.price.result import Carrier, ComponentPrice, InCompany, LevelUpPriceResult, PriceResult
from kotc_sim.reports import price_effects
from kotc_sim.reports.kit import charts_fields, worth
from kotc_sim.reports.kit.envelope import NEXT, again, measure, notes, read_count, verdict
from kotc_sim.reports.kit.report import Figure, Report, Section, Table, Verdict, heads, section_of
from kotc_sim.reports.kit.shown import reads
from kotc_sim.reports.kit.wording import clean, listing, number, percent, word, write_measured, write_signed


def report(result: PriceResult | LevelUpPriceResult | Mapping[str, Any]) -> Report:
    """Return the report of priced components; of a game that states no prices, that of `price_effects`."""
    if isinstance(result, LevelUpPriceResult) or (isinstance(result, Mapping) and result.get("game")):
        return price_effects.report(result)
    return _report(result)


@reads(PriceResult)
def _report(result: PriceResult) -> Report:
    components = result.components
    alone = len(components) == 1
    title = f"What is “{_text(components[0])}” worth?" if alone else f"What {len(components)} components are worth"
    curve = _curve(result, components[0]) if alone else None
    return Report(
        title=title,
        verdict=_verdict(result),
        figure=curve or (_overview(components, result.band) if components else None),
        sections=[
            _uses(components),
            *([_company(components[0].company)] if alone and components[0].company else []),
            _formulas(result),
            _points(components),
            *([_next(result, components[0])] if alone else []),
        ],
        notes=[
            *(
                f"The two estimates of “{_text(one)}” disagree beyond their intervals: they answer different questions (see Formulas)."
                for one in components
                if one.cross_check is not None and one.cross_check.agrees is False
            ),
            *notes(result),
        ],
    )


def _text(component: ComponentPrice) -> str:
    return clean(component.text)


def _verdict(result: PriceResult) -> Verdict:
    components = result.components
    if len(components) == 1:
        component = components[0]
        detail = worth.detail(read_count(component.premium), component.errors, component.pairs).replace("Gain", "Premium", 1)
        detail = detail.replace("; pilots", f"; pilots in the {clean(component.home)} deck", 1)
        return verdict(result, str(component.verdict), _sentence(component), detail)
    code, sentence = worth.summary([(f"“{_text(c)}”", str(c.verdict)) for c in components], "component")
    return verdict(
        result, code, sentence, "A price is right if cards with the component gain as much as without it, each at its own level."
    )


def _sentence(component: ComponentPrice) -> str:
    name, code = f"“{_text(component)}”", str(component.verdict)
    premium, official = read_count(component.premium), number(component.official, 0 if component.official.is_integer() else 2)
    where = (
        f"on the {clean(component.use)}"
        if component.use == "card"
        else f"as {'an' if component.use[0] in 'aeiou' else 'a'} {clean(component.use)}"
    )
    if component.beside and component.company:
        where += f" in a deck with {component.company.copies} copies of “{clean(component.beside)}”"
    size = number(abs(premium.value), 2 if abs(premium.value) < 1 else 1)
    fair = measure(component.fair, component.interval)
    at = f"; {write_measured(fair, 'level')} would be fair" if fair is not None else ""
    if code == "undercosted":
        return f"{name} costs too little at {official}: {where} each copy is worth {size} points of score more than its price{at}."
    cheaper = component.level - component.at_level  # judged so far below its own level, because nobody plays it at its own
    if code == "overpriced" and cheaper:
        levels = f"{cheaper} level{'s' if cheaper > 1 else ''}"
        return (
            f"{name} costs too much at {official}: nobody plays the card at that price, and even {levels} cheaper each copy loses {size} "
            f"points of score by it{at}."
        )
    if code == "overpriced":
        return f"{name} costs too much at {official}: {where}, its best use, each copy loses {size} points of score by it{at}."
    if code == "fair":
        return f"{name} is priced right at {official}{at}."
    if code == "a little off":
        return f"{name} is a little {'cheap' if premium.value > 0 else 'expensive'} at {official}: {size} points a copy {where}{at}."
    if code == "depends on the deck":
        low, high = (write_signed(value) for value in component.errors.homes)
        return f"Whether {name} is worth {official} depends on the deck: each copy adds {low} points in one and {high} in another{at}."
    if code == "depends on play":
        return f"Whether {name} is worth {official} depends on play: the two strongest pilots contradict each other."
    if code == "pilot fails":
        return f"The pilot fails with {name}: it does better with the more expensive card, so nothing is said about the price."
    if code == "not played":
        used = f"used in {percent(component.played_share or 0.0)} of the games where it could be"
        tried = f"; with “{clean(component.company.partner)}” it is no better" if component.company and not component.beside else ""
        return f"{name} is not played: at {official} it is {used}. Nothing is said about its price{tried}."
    if code == "provisional":
        much = f"{size} points {'more' if premium.value > 0 else 'less'} than its price" if round(premium.value, 2) else "its price"
        return f"{name} at {official}: {where} each copy is worth {much}{at}."
    return f"Not decided yet: {name} may be worth its price of {official} or not{at}."


def _curve(result: PriceResult, component: ComponentPrice) -> Figure | None:
    found = component.curve
    if found is None:
        return None
    official = float(component.official)
    return worth.curve(
        found,
        title=f"A card with “{_text(component)}” against the card without it, by what it costs",
        printed=next((int(p.level) for p in component.points if p.use == component.use), round(official)),
        band=float(result.band),
        fair=None,
        said=worth.words(word(result, "level")),
        caption=f"{clean(component.card)} on the mean of all homes, by {clean(found.pilot)}; the shaded stripe is fair.",
    )


def _overview(components: Sequence[ComponentPrice], band: float) -> Figure:
    columns = heads(
        "Component",
        ("Official", "level"),
        ("Premium, points a copy", "signed", 2),
        "Use",
        "Fair price",
        "Verdict",
        ("Used", "share"),
        ("p (Holm)", "probability"),
    )
    rows = [
        [
            *(component.text, component.official, measure(component.premium), component.use, _in_words(component)),
            *(component.verdict, component.played_share, component.p),
        ]
        for component in components
    ]
    found = [(_text(component), component.premium, component.verdict) for component in components]
    return worth.overview(found, band, Table("Premium at the official price", columns, rows).without_empty_columns())


def _uses(components: Sequence[ComponentPrice]) -> Section:
    columns = heads("Component", "Use", "Partner", "Amounts", ("Official", "level"), ("Premium", "signed", 2), "Fair price")
    rows = [
        [
            *(_text(component), point.use, point.beside, point.label, point.official),
            measure(point.premium, point.premium_interval),
            point.fair_words if (fair := measure(point.fair, point.interval)) is None else write_measured(fair, "level"),
        ]
        for component in components
        for point in component.points
    ]
    homes = [
        [point.use, point.beside, point.label, one.home, read_count(one)]
        for component in components[:1]
        for point in component.points
        for one in point.by_home
    ]
    note = "By the screening pilot; verdicts of the judging pilot are on other games."
    tables = [Table("By use, on the mean of all homes", columns, rows, note).without_empty_columns()]
    if len(components) == 1:
        by_home = heads("Use", "Partner", "Amounts", "Home", ("Premium", "signed", 2))
        tables.append(Table("By home", by_home, homes).without_empty_columns())
        pilots = [[name, read_count(found), found.verdict] for name, found in components[0].by_profile.items()]
        by_pilot = heads("Pilot", ("Premium", "signed", 2), "Alone it would say")
        tables.append(Table(f"By pilot, in the {clean(components[0].home)} deck", by_pilot, pilots))
    return Section("What it adds, by use", tables=tables)


def _company(company: InCompany) -> Section:
    partner, premium = clean(company.partner), write_measured(read_count(company.premium), "signed", 2)
    against = "in the same deck" if company.partner_stays else "in the home as it is, which without the component scores more"
    counts = "more there than alone, so this use has the verdict" if company.counts else "no more there than alone"
    text = (
        f"Tried in decks with {company.copies} copies of another card, one of those that feed it, or that it feeds, by their programs. "
        f"Beside “{partner}” its premium is {premium} points a copy, over the card without the component {against}. It gains {counts}."
    )
    columns = heads("Partner", ("Level", "count"), "Home", ("Premium, by the fast pilot", "signed", 2))
    rows = [[one.partner, one.level, one.home, read_count(one)] for one in company.tried]
    return Section("In company", [text], tables=[Table("Partners that were tried, each in its best home", columns, rows)])


def _in_words(found: ComponentPrice) -> str:
    return found.fair_words if found.fair is None else number(found.fair)


def _formulas(result: PriceResult) -> Section:
    rows = []
    for component in result.components:
        fit, check = component.fit, component.cross_check
        row: list[Any] = [component.text, component.formula, component.best_formula]
        row += [None, None] if fit is None else [measure(fit.slope), measure(fit.intercept)]
        row += [None, None] if check is None else [measure(check.fair, check.interval), check.agrees]
        if any(value is not None for value in row[2:]):
            rows.append(row)
    columns = heads(
        "Component",
        "Official formula",
        "Best of its shape",
        ("Slope", "number", 2),
        ("Intercept", "signed", 2),
        ("Score for score", "level"),
        "Agrees",
    )
    text = [
        "Slope and intercept describe fair price = slope × official price + intercept: "
        "a slope of 1 and an intercept of 0 is a right formula. "
        "The premium asks what the component adds to a card that is paid for; score for score asks what it adds to a card "
        f"that is played anyway, in units of what one {word(result, 'sp')} adds."
    ]
    return section_of("Formulas", columns, rows, text)


def _points(components: Sequence[ComponentPrice]) -> Section:
    points: list[tuple[str, str, Carrier]] = []
    for component in components:
        for point in component.points:
            colour = worth.COLOURS.get(str(component.verdict), "tie")
            company = ", in company" if point.beside else ""
            points.append((f"{_text(component)} {clean(point.label)}{company}", colour, point))
    points = [entry for entry in points if entry[2].fair is not None]
    if len(points) < 2:
        return Section("What it costs, what it is worth")
    twice = {label for label, count in Counter(label for label, _, _ in points).items() if count > 1}
    points = [(f"{label}, {clean(point.use)}" if label in twice else label, colour, point) for label, colour, point in points]
    figure = charts_fields.scatter(
        [point.official for _, _, point in points],
        [point.fair for _, _, point in points],
        [label for label, _, _ in points],
        title="What it costs, what it is worth",
        x_axis="official price, levels",
        y_axis="fair price, levels",
        intervals=[point.interval for _, _, point in points],
        tones=[colour for _, colour, _ in points],
        diagonal="priced right",
        label="Card",
        caption="One point a card. Below the line a component costs more than it is worth.",
        key=worth.KEY,
    )
    return Section("What it costs, what it is worth", figures=[figure])


def _next(result: PriceResult, component: ComponentPrice) -> Section:
    code, fair = component.verdict, measure(component.fair, component.interval)
    edition = clean(result.edition or "EDITION")
    if code == "a little off" or (code == "undecided" and component.more_pairs):
        words, command = "For a finer answer:", again(result, "--precision", "0.1")
    elif code in ("undercosted", "overpriced") and fair is not None:
        row = "" if component.row is None else f": {clean(component.row)}"
        about = f"Write a proposal in which it costs about {number(fair.value)}{row} (kotc-sim docs propose-a-price)"
        words, command = f"{about}, and see what it changes{_levels(component)}:", f"kotc-sim edition diff {edition} PROPOSAL"
    elif code in ("depends on play", "pilot fails", "not played"):
        words, command = (
            "Rate a card of your own, in a deck that is built to use it (put their files in place):",
            "kotc-sim rate FILE --in DECK",
        )
    else:
        words, command = "See it on a card of your own (put its file in place of FILE):", "kotc-sim rate FILE"
    return Section(NEXT, [words], commands=[command])


def _levels(component: ComponentPrice) -> str:
    """Return which cards of shipped decks another price would change; what `edition diff` says of them first."""
    if component.row is None or component.relevelled is None:
        return ""
    cards = [f"{clean(one.name)} from {one.before} to {one.after}" for one in component.relevelled]
    return f" (of the shipped decks' cards {listing(cards) if cards else 'none'})"
