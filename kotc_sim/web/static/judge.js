// The Judge page: what to ask, the queue of runs, and the report of one of them.

import { get, post } from "./api.js";
import { $, button, el, fill, notice, options, time } from "./dom.js";
import { changed, deckChoices, encode, keep, known, lay, on, question, settle, state, vocabulary } from "./state.js";

const ASKS = {
  rate: ["Rate", "Is a card worth its level? Decks with eight copies of it play decks without; the answer is what each copy adds, and which level would be fair."],
  price: ["Price", "Is a text worth its price? Cards with it are compared with the same cards without."],
  try: ["Try", "Is a deck better with other cards? Both versions play the same opponents, with the same shuffles and dice."],
  matchup: ["Match-up", "Which of two decks wins, by how much, and why?"],
  battle: ["Battle", "What comes out of one battle? All dice counted through."],
};
const PRECISIONS = [["2", "first look, ± 2 points"], ["1", "a verdict, ± 1 point"], ["0.5", "closer, ± ½ point"], ["0.25", "as the terminal, ± ¼ point"]];
let runs = [];
let chosen = "";
let shown = "";
let replay = () => {};

export function start(openReplay) {
  replay = openReplay;
  fill($("ask-kind"), $("ask-kind").firstElementChild, ...Object.entries(ASKS).map(([ask, [name, what]]) =>
    el("label", { title: what }, el("input", { type: "radio", name: "ask", value: ask, onchange: () => ((state.ask = ask), keep(), show()) }), ` ${name}`)));
  $("ask").addEventListener("submit", (event) => {
    event.preventDefault();
    submit(state.ask);
  });
  $("seed").addEventListener("input", () => ((state.seed = Math.trunc(Number($("seed").value)) || 0), keep()));
  on("edition cards decks ask", show);
}

/** Put a question into the queue; return its run. */
export async function submit(ask) {
  $("ask-go").disabled = true;
  try {
    const run = await post("api/run", await question(ask));
    if (ask !== "replay") choose(run.id);
    return run;
  } catch (error) {
    notice(error.message, true);
    return null;
  } finally {
    $("ask-go").disabled = false;
  }
}

// --- the question ------------------------------------------------------------------------------------------

export function show() {
  const { asks } = known.edition.form;
  if (!asks.includes(state.ask)) state.ask = asks[0];
  const own = state.settings[state.ask];
  for (const input of document.querySelectorAll("#ask-kind input")) {
    input.checked = input.value === state.ask;
    input.parentElement.hidden = !asks.includes(input.value);
  }
  $("seed").value = state.seed;
  if (state.seed !== 1) $("ask-more").open = true; // what is not as usual is seen
  const set = (key) => (value) => ((own[key] = value), keep());
  const [fields, others] = { rate, price, try: try_, matchup, battle }[state.ask](own, set);
  fill($("ask-fields"), el("p", { class: "hint" }, ASKS[state.ask][1]), ...fields);
  fill($("ask-others"), ...others);
}

const labelled = (words, field) => el("label", {}, `${words} `, field);

function select(pairs, value, set) {
  const made = el("select", { onchange: () => set(made.value) });
  options(made, pairs, value);
  return made;
}

const number = (value, low, high, set) =>
  el("input", { type: "number", min: low, max: high, value, oninput: (event) => set(Math.min(high, Math.max(low, Math.trunc(Number(event.target.value) || low)))) });
const line = (value, set, attributes = {}) => el("input", { value, autocomplete: "off", maxlength: 300, oninput: (event) => set(event.target.value.trim()), ...attributes });

const pilots = (none) => [["", none], ...known.edition.pilots.filter((name) => name !== "random").map((name) => [name, name])];
const sure = (own, set) => labelled("How sure (points of score a copy)", select(PRECISIONS, String(own.precision), (value) => set("precision")(Number(value))));
const judges = (own, set) => labelled("Who plays", select(pilots("the usual pilots: weak ones choose, strong ones judge"), own.pilots[0] ?? "", (value) => set("pilots")(value ? [value] : [])));

function rate(own, set) {
  const only = new Set(own.only.length ? own.only : state.cards.map((card) => card.name));
  const boxes = state.cards.map((card) =>
    el("label", { class: "check" }, el("input", {
      type: "checkbox", checked: only.has(card.name), onchange: (event) => {
        only[event.target.checked ? "add" : "delete"](card.name);
        set("only")(state.cards.map((one) => one.name).filter((name) => only.has(name)));
      } }), ` ${card.name}`));
  const homes = [["", "tuned decks of the edition (homes)"], ...deckChoices()];
  if (!homes.some(([value]) => value === own.in_deck)) own.in_deck = "";
  return [[el("fieldset", { class: "boxes" }, el("legend", {}, "Cards"), ...boxes), labelled("Played in", select(homes, own.in_deck, set("in_deck"))), sure(own, set)], [judges(own, set)]];
}

function price(own, set) {
  const list = el("ul", { class: "entries" });
  const draw = () => fill(list, ...own.texts.map((text, at) => el("li", {}, el("span", {}, text), button("Remove", () => (own.texts.splice(at, 1), keep(), draw())))));
  const { lines } = known.edition.form;
  const bare = (text) => (lines ? text : text.replace(/[.;:→]$/, ""));
  const field = line("", () => {}, { list: "texts", placeholder: lines ? "normal: You draw 1 card." : "destroy the targets" });
  const add = () => {
    const text = bare(field.value.trim());
    if (text && own.texts.length < 6 && !own.texts.includes(text)) own.texts.push(text);
    field.value = "";
    keep();
    draw();
  };
  field.addEventListener("keydown", (event) => event.key === "Enter" && (event.preventDefault(), add()));
  draw();
  const texts = el("datalist", { id: "texts" }, ...vocabulary().filter((row) => !row.banned).map((row) => el("option", { value: lines ? row.written : bare(row.text) })));
  return [[labelled("Text, with numbers in place of x and y", field), texts, el("p", { class: "row" }, button("Add", add)), list, sure(own, set)], [judges(own, set)]];
}

function entries(own, key, words) {
  const list = el("ul", { class: "entries" });
  const draw = () => fill(list, ...own[key].map(([count, name], at) => el("li", {}, el("span", {}, `${count} × ${name}`), button("Remove", () => (own[key].splice(at, 1), keep(), draw())))));
  const [count, name] = [el("input", { type: "number", min: 1, max: 99, value: 2, "aria-label": `${words}: number` }), line("", () => {}, { list: "names", "aria-label": `${words}: card` })];
  const add = () => {
    if (name.value.trim()) own[key].push([Math.max(1, Math.trunc(Number(count.value)) || 1), name.value.trim()]);
    name.value = "";
    keep();
    draw();
  };
  draw();
  return el("fieldset", {}, el("legend", {}, words), el("p", { class: "row" }, count, name, button("Add", add)), list);
}

function try_(own, set) {
  settle(own, "deck");
  own.against = own.against.filter((value) => deckChoices().some(([there]) => there === value));
  const names = [...state.cards, ...known.edition.cards].map((card) => el("option", { value: card.name }));
  const boxes = deckChoices().filter(([value]) => value !== own.deck).map(([value, words]) =>
    el("label", { class: "check" }, el("input", { type: "checkbox", checked: own.against.includes(value), onchange: (event) =>
      set("against")(event.target.checked ? [...own.against, value].slice(0, 8) : own.against.filter((one) => one !== value)) }), ` ${words}`));
  return [[
    labelled("Deck", select(deckChoices(), own.deck, (value) => (set("deck")(value), show()))),
    entries(own, "out", "Leaves"), entries(own, "in", "Comes"), el("datalist", { id: "names" }, ...names),
  ], [
    el("fieldset", { class: "boxes" }, el("legend", {}, "Opponents (none: the tuned decks of the edition)"), ...boxes),
    labelled("Games", number(own.games, 2, 1000000, set("games"))),
    labelled("Who plays", select(pilots("whom the deck names, else the strongest"), own.pilot, set("pilot"))),
  ]];
}

function matchup(own, set) {
  settle(own, "a", "b");
  const named = own.play === "named" ? [labelled("Pilot of A", select(pilots("–").slice(1), own.pilot_a, set("pilot_a"))), labelled("Pilot of B", select(pilots("–").slice(1), own.pilot_b, set("pilot_b")))] : [];
  const play = select([["quick", "one fast pilot: seconds, and weak play may mislead"], ["ladder", "stronger and stronger pilots: a minute"], ["named", "pilots that I choose"]], own.play, (value) => (set("play")(value), show()));
  return [[
    labelled("Deck A", select(deckChoices(), own.a, set("a"))), labelled("Deck B", select(deckChoices(), own.b, set("b"))), labelled("Played by", play), ...named,
  ], [labelled("Games (0: as many as are usual)", number(own.games, 0, 1000000, set("games")))]];
}

const battle = (own, set) => [[
  labelled("Attackers, SP/HP in the order of the formation", line(own.attackers, set("attackers"), { placeholder: "4/6+2/4" })),
  labelled("Defenders", line(own.defenders, (value) => set("defenders")(value || "-"), { placeholder: "2/6, or - for nobody" })),
], [
  labelled("Attacked is: player, or a minion such as 0/5", line(own.victim, (value) => set("victim")(value || "player"))),
  labelled("Order of dice", select([["greedy", "as greedy does"], ["optimal", "the best of all"]], own.policy, set("policy"))),
]];

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

export const runOf = (id) => runs.find((run) => run.id === id);

export function choose(id) {
  chosen = id;
  shown = "";
  draw();
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
    const said = JSON.stringify([run.state, run.progress, run.answer, run.message, run.id === chosen, Math.floor(run.seconds)]);
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
  const name = button(`${ASKS[run.ask]?.[0] ?? run.ask}: ${run.title}`, () => choose(run.id), { class: "name", "aria-pressed": String(run.id === chosen), "data-part": "name" });
  const parts = [name, el("span", { class: `state ${run.state}` }, STATES[run.state])];
  if (run.state === "running") parts.push(bar(run));
  if (run.answer) parts.push(el("p", {}, run.answer));
  if (run.state === "failed") parts.push(el("p", { class: "bad" }, run.message.at(-1) ?? ""));
  const going = run.state === "running" || run.state === "waiting";
  parts.push(
    el("p", { class: "row" },
      going ? button("Cancel", () => post(`api/runs/${run.id}/cancel`, {}), { "data-part": "end", "aria-label": `Cancel: ${run.title}` })
        : button("Remove", () => post(`api/runs/${run.id}/remove`, {}), { "data-part": "end", "aria-label": `Remove: ${run.title}` }),
      button("Copy link", () => copy(link(run.asked)), { "data-part": "link", "aria-label": `Copy link: ${run.title}` }),
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

export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    notice("The link is copied. Whoever has kotc-sim can open it.");
  } catch {
    notice(text);
  }
}

// --- the report --------------------------------------------------------------------------------------------

async function answer(run) {
  const place = $("answer");
  const key = `${run.id} ${run.state}`;
  if (run.state !== "done") {
    const words = run.state === "running" || run.state === "waiting" ? ["The report of this run appears here."] : run.message;
    fill(place, el("h2", {}, run.title), run.state === "running" ? bar(run) : null, ...words.map((one) => el("p", { class: run.state === "failed" ? "bad" : "hint" }, one)));
    shown = key;
    return;
  }
  if (shown === key) return;
  shown = key;
  const address = `runs/${run.id}/report.html`;
  const frame = el("iframe", { src: address, title: `Report: ${run.title}`, sandbox: "allow-same-origin" });
  frame.addEventListener("load", () => {
    const fit = () => (frame.style.height = `${frame.contentDocument.documentElement.scrollHeight + 4}px`);
    fit();
    new ResizeObserver(fit).observe(frame.contentDocument.body);
  });
  const games = el("div", {});
  fill(place, el("p", { class: "row" }, el("a", { href: `${address}?save`, download: true, class: "button" }, "Save the report")), games, frame);
  const result = await get(`runs/${run.id}/result.json`);
  if (shown === key) fill(games, ...notable(run, result));
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
