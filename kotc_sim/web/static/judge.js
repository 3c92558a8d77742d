// The Judge page: what to ask, the queue of runs, and the report of one of them.

import { get, post } from "./api.js";
import { $, button, el, fill, mended, notice, options, time } from "./dom.js";
import { boxes, copies, deck, field, labelled, line, pilots, put, select, texts } from "./form.js";
import { changed, deckChoices, encode, hasProposal, keep, known, lay, on, question, state, there } from "./state.js";

const PRECISIONS = [["2", "first look, ± 2 points"], ["1", "a verdict, ± 1 point"], ["0.5", "closer, ± ½ point"], ["0.25", "as the terminal, ± ¼ point"]];
let runs = [];
let chosen = "";
let beside = "";
let shown = "";
let replay = () => {};

export function start(openReplay) {
  replay = openReplay;
  const asks = Object.entries(known.start.questions).filter(([ask]) => ask !== "replay");
  fill($("ask-kind"), $("ask-kind").firstElementChild, ...asks.map(([ask, { title, what }]) =>
    el("label", { title: what }, el("input", { type: "radio", name: "ask", value: ask, onchange: () => ((state.ask = ask), keep(), show()) }), ` ${title}`)));
  $("ask").addEventListener("submit", (event) => {
    event.preventDefault();
    submit(state.ask);
  });
  $("ask").addEventListener("invalid", () => ($("ask-more").open = true), true); // what is wrong is seen
  $("seed").addEventListener("input", () => $("seed").validity.valid && ((state.seed = Number($("seed").value)), keep()));
  on("edition cards decks ask", show);
}

/** Put a question into the queue: the one of the form, or what is given; return its run. */
export async function submit(ask, asked = null) {
  $("ask-go").disabled = true;
  try {
    const run = await post("api/run", asked ?? (await question(ask)));
    mended("ask");
    if (ask !== "replay") choose(run.id);
    return run;
  } catch (error) {
    notice(error.message, true, "ask");
    return null;
  } finally {
    $("ask-go").disabled = false;
  }
}

// --- the question ------------------------------------------------------------------------------------------

export function show() {
  const { asks } = known.edition.form;
  if (!asks.includes(state.ask)) state.ask = asks[0];
  const own = (state.settings[state.ask] ??= {});
  for (const input of document.querySelectorAll("#ask-kind input")) {
    input.checked = input.value === state.ask;
    input.parentElement.hidden = !asks.includes(input.value);
  }
  $("seed").value = state.seed;
  const { what, settings } = known.start.questions[state.ask];
  const [byHand, drawn] = BY_HAND[state.ask]?.(own) ?? [[], []];
  const rest = settings.filter((one) => !byHand.includes(one.name));
  const first = rest.filter((one) => one.needed);
  const edition = `It is asked of ${known.edition.title}${hasProposal() ? `, with the changes of ${state.proposal.name}` : ""}.`;
  fill($("ask-fields"), el("p", { class: "hint" }, what), ...drawn, ...first.map((one) => field(own, one)), settings.some((one) => one.kind === "edition" && one.needed) || !drawn.length ? el("p", { class: "hint" }, edition) : null);
  fill($("ask-others"), ...rest.filter((one) => !one.needed).map((one) => field(own, one)));
  if (state.seed !== 1) $("ask-more").open = true; // what is not as usual is seen
}

const sure = (own) => {
  const made = el("select", { onchange: () => put(own, "precision", Number(made.value)) });
  options(made, PRECISIONS, String(own.precision ?? 0.25));
  return labelled("How sure (points of score a copy)", made);
};
const settling = (own, name, at = 0) => {
  const all = deckChoices().map(([value]) => value);
  own[name] = there(own[name]) ? own[name] : all.filter((value) => value.startsWith("shipped:"))[at] ?? all[at] ?? all[0];
};

/** Forms that are drawn by hand: the settings of which they take care, and their fields. */
const BY_HAND = {
  rate: (own) => [["cards", "card", "deck", "precision"], [
    field(own, { kind: "card", name: "card", help: "Cards" }), labelled("Played in", deck(own, "deck", "tuned decks of the edition (homes)")), sure(own),
  ]],
  price: (own) => [["texts", "precision"], [texts(own, "texts", "Texts, with numbers in place of x and y"), sure(own)]],
  try: (own) => {
    settling(own, "deck");
    return [["deck", "out", "into", "cards", "against"], [
      labelled("Deck", deck(own, "deck", null, show)), copies(own, "out", "Leaves"), copies(own, "into", "Comes"),
      boxes(own, "against", deckChoices().filter(([value]) => value !== own.deck), "Opponents (none: the tuned decks of the edition)"),
    ]];
  },
  matchup: (own) => {
    const [a, b] = own.decks ?? [];
    const two = { a, b };
    settling(two, "a");
    settling(two, "b", 1);
    const kept = () => put(own, "decks", [two.a, two.b]);
    kept();
    const play = own.quick ? "quick" : own.strategy_a || own.strategy_b ? "named" : "ladder";
    const how = el("select", { onchange: () => {
      put(own, "quick", how.value === "quick" || undefined);
      for (const name of ["strategy_a", "strategy_b"]) put(own, name, how.value === "named" ? own[name] || "greedy" : undefined);
      show();
    } });
    options(how, [["quick", "one fast pilot: seconds, and weak play may mislead"], ["ladder", "stronger and stronger pilots: a minute"], ["named", "pilots that I choose"]], play);
    const named = play === "named" ? [labelled("Pilot of A", select(own, "strategy_a", pilots("–").slice(1))), labelled("Pilot of B", select(own, "strategy_b", pilots("–").slice(1)))] : [];
    return [["decks", "quick", "strategy", "strategy_a", "strategy_b", "table"], [labelled("Deck A", deck(two, "a", null, kept)), labelled("Deck B", deck(two, "b", null, kept)), labelled("Played by", how), ...named]];
  },
  battle: (own) => [["attackers", "defenders"], [
    labelled("Attackers, SP/HP in the order of the formation", line(own, "attackers", { placeholder: "4/6+2/4", required: true })),
    labelled("Defenders", line(own, "defenders", { placeholder: "2/6, or - for nobody" })),
  ]],
};

// --- runs --------------------------------------------------------------------------------------------------

export function listen() {
  let source = null;
  const open = () => {
    let first = true;
    source = new EventSource("events");
    source.onopen = () => (first = true); // it opens itself again, and is told everything again
    source.onmessage = (event) => {
      runs = toldOf(first ? [] : runs, JSON.parse(event.data));
      first = false;
      draw();
      changed("runs");
    };
  };
  // A browser opens few connections at once: a tab that nobody sees needs none.
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      source?.close();
      source = null;
    } else if (!source) open();
  });
  open();
}

/** The runs after news of some of them: new ones, changed ones, removed ones. */
function toldOf(before, news) {
  const row = new Map(news.map((run) => [run.id, run]));
  const there = new Set(before.map((run) => run.id));
  return [...news.filter((run) => !there.has(run.id)), ...before.map((run) => ({ ...run, ...row.get(run.id) }))].filter((run) => run.state !== "removed");
}

/** What the page shows: a run, or the question that is being put. */
export function named() {
  const run = runs.find((one) => one.id === chosen);
  const title = known.start.questions[run?.ask ?? state.ask]?.title;
  return run ? `${title}: ${run.title}` : title;
}

export const runOf = (id) => runs.find((run) => run.id === id);

export function choose(id) {
  chosen = id;
  shown = "";
  draw();
  changed("runs");
}

const STATES = { waiting: "waiting", running: "running", done: "done", failed: "failed", cancelled: "cancelled" };

function draw() {
  const listed = runs.filter((run) => run.ask !== "replay");
  if (!chosen && listed.length) chosen = listed[0].id;
  const under = listed.filter((run) => run.state === "running" || run.state === "waiting").length;
  $("busy").hidden = !under;
  $("busy").textContent = under;
  $("busy").setAttribute("aria-label", `${under} under way`);
  $("runs-none").hidden = listed.length > 0;
  const list = $("runs");
  const kept = new Map([...list.children].map((item) => [item.dataset.id, item]));
  const items = listed.map((run) => {
    const said = JSON.stringify([run.state, run.progress, run.answer, run.message, run.first, run.id === chosen, run.id === beside, Math.floor(run.seconds)]);
    const old = kept.get(run.id);
    if (old && old.dataset.said === said) return old;
    const made = item(run);
    made.dataset.id = run.id;
    made.dataset.said = said;
    // An element that has the focus must not vanish under a key.
    if (old?.contains(document.activeElement)) queueMicrotask(() => made.querySelector(`[data-part="${document.activeElement?.dataset.part}"]`)?.focus());
    return made;
  });
  const focused = list.contains(document.activeElement) ? [document.activeElement.closest("li")?.dataset.id, document.activeElement.dataset.part] : null;
  fill(list, ...items);
  if (focused) [...list.children].find((one) => one.dataset.id === focused[0])?.querySelector(`[data-part="${focused[1]}"]`)?.focus();
  const run = listed.find((one) => one.id === chosen);
  if (run) answer(run);
}

function item(run) {
  const name = button(`${known.start.questions[run.ask]?.title ?? run.ask}: ${run.title}`, () => choose(run.id), { class: "name", "aria-pressed": String(run.id === chosen), "data-part": "name" });
  const parts = [name, el("span", { class: `state ${run.state}` }, STATES[run.state])];
  if (run.state === "running") parts.push(bar(run));
  if (run.answer) parts.push(el("p", {}, run.answer));
  else if (run.first) parts.push(el("p", {}, `Provisional: ${run.first}`));
  if (run.state === "failed") parts.push(el("p", { class: "bad" }, run.message.at(-1) ?? ""));
  const going = run.state === "running" || run.state === "waiting";
  parts.push(
    el("p", { class: "row" },
      going ? button("Cancel", () => post(`api/runs/${run.id}/cancel`, {}), { "data-part": "end", "aria-label": `Cancel: ${run.title}` })
        : button("Remove", () => post(`api/runs/${run.id}/remove`, {}), { "data-part": "end", "aria-label": `Remove: ${run.title}` }),
      button("Copy link", () => copy(link(run.asked)), { "data-part": "link", "aria-label": `Copy link: ${run.title}` }),
      run.state === "done" && run.id !== chosen ? button("Beside", () => ((beside = beside === run.id ? "" : run.id), draw()), { "data-part": "beside", "aria-pressed": String(run.id === beside), "aria-label": `Beside the report that is shown: ${run.title}` }) : null,
      button("Ask again", () => again(run), { "data-part": "again", "aria-label": `Ask again: ${run.title}` })),
  );
  return el("li", { class: run.id === chosen ? "chosen" : "" }, ...parts);
}

function bar(run) {
  const { stage, unit, done, total, share, left } = run.progress;
  const known = typeof share === "number";
  const words = [
    stage || "playing",
    done ? `${done.toLocaleString("en")}${total ? ` of ${total.toLocaleString("en")}` : ""} ${unit}` : "",
    typeof left === "number" ? `${time(left)} left` : `${time(run.seconds)} so far`,
  ];
  return el("div", { class: "progress" },
    el("progress", { max: 1, value: known ? share : null, "aria-label": `Progress of ${run.title}` }), el("small", {}, words.filter(Boolean).join(", ")));
}

function again(run) {
  try {
    lay(run.asked);
    changed("edition-all");
  } catch (error) {
    notice(error.message, true);
  }
}

export const link = (asked) => `${location.origin}/#q=${encode(asked)}`;

export async function copy(text, told = "The link is copied. Whoever has kotc-sim can open it.") {
  try {
    await navigator.clipboard.writeText(text);
    notice(told);
  } catch {
    notice(text);
  }
}

// --- the report --------------------------------------------------------------------------------------------

async function answer(run) {
  const place = $("answer");
  const going = run.state === "running" && run.first;
  const other = beside !== run.id && runs.find((one) => one.id === beside && one.state === "done");
  const key = `${run.id} ${run.state} ${run.first} ${other?.id}`;
  if (run.state !== "done" && !going) {
    const words = run.state === "running" || run.state === "waiting" ? ["The report of this run appears here."] : run.message;
    fill(place, el("h2", {}, run.title), run.state === "running" ? bar(run) : null, ...words.map((one) => el("p", { class: run.state === "failed" ? "bad" : "hint" }, one)));
    shown = key;
    return;
  }
  if (shown === key) return;
  shown = key;
  const address = `runs/${run.id}/${going ? "first" : "report"}.html`;
  const frame = framed(run, address);
  if (going) {
    fill(place, el("p", { class: "hint" }, "A first word, by a fast pilot. The run goes on, and its verdict takes this one's place."), frame);
    return;
  }
  const games = el("div", {});
  fill(place, el("p", { class: "row" }, el("a", { href: `${address}?save`, download: true, class: "button" }, "Save the report")), games,
    el("div", { class: "beside" }, frame, other ? framed(other, `runs/${other.id}/report.html`) : null));
  const result = await get(`runs/${run.id}/result.json`);
  if (shown === key) fill(games, ...notable(run, result));
}

/** A report in a frame, as high as it is; its commands are buttons: a game is opened, another command is copied. */
function framed(run, address) {
  const frame = el("iframe", { src: address, title: `Report: ${run.title}`, sandbox: "allow-same-origin" });
  frame.addEventListener("load", () => {
    const told = frame.contentDocument;
    const fit = () => (frame.style.height = `${told.documentElement.scrollHeight + 4}px`);
    fit();
    new ResizeObserver(fit).observe(told.body);
    for (const code of told.querySelectorAll("code")) {
      const words = code.textContent.trim();
      if (!words.startsWith("kotc-sim ")) continue;
      const told_ = /^kotc-sim replay .* --game (\d+) .*--strategy-a (\S+) --strategy-b (\S+)/.exec(words);
      const act = told_ && run.asked.decks.length > 1 ? () => replay(run.asked, Number(told_[1]), told_[2], told_[3]) : () => copy(words, "The command is copied.");
      code.setAttribute("role", "button");
      code.setAttribute("tabindex", "0");
      code.style.cursor = "pointer";
      code.addEventListener("click", act);
      code.addEventListener("keydown", (event) => event.key === "Enter" && act());
    }
  });
  return frame;
}

/** Games that a report names: each can be stepped through. */
function notable(run, result) {
  const found = new Map();
  for (const one of result.notable ?? []) found.set(one.game, [...(found.get(one.game) ?? []), one.why]);
  if (!found.size || run.asked.decks.length < 2) return [];
  const pilots = result.strategies ?? {};
  const open = (game) => () => replay(run.asked, game, pilots.a, pilots.b);
  return [el("h2", {}, "Games worth watching"), el("ul", { class: "games" }, ...[...found].slice(0, 12).map(([game, why]) =>
    el("li", {}, button(`Game ${game}`, open(game)), el("small", {}, ` ${[...new Set(why)].join(", ")}`))))];
}
