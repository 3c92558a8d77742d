// The Card page: a card that is costed while it is typed.

import { post } from "./api.js";
import { $, button, el, fill, mended, notice, options } from "./dom.js";
import { costed, face, sheet } from "./face.js";
import { limits } from "./form.js";
import { MOST_CARDS, addCards, changed, given, inEdition, keep, known, newCard, on, state, untouched, vocabulary } from "./state.js";

const card = () => state.cards[state.card];
let offers = [];
let active = -1;
let from = 0;
let asking = false;
let again = null;
let dismissed = false;
let offered = ""; // the text that the offers are for
let wanted = false; // Enter was pressed before they were for the text as it is
let wrong = [];

export function start(judge) {
  for (const key of ["name", "kind", "text"]) $(`card-${key}`).addEventListener("input", (event) => typed(event, key));
  $("card-shipped").addEventListener("change", () => {
    const found = known.edition.cards.find((one) => one.name === $("card-shipped").value);
    if (!found) return;
    addCards([found]);
    state.card = state.cards.findIndex((one) => one.name === found.name);
    changed("cards");
    $("card-text").focus();
  });
  const text = $("card-text");
  text.addEventListener("keydown", keyed);
  text.addEventListener("scroll", () => ($("card-marks").scrollTop = text.scrollTop));
  text.addEventListener("blur", () => setTimeout(hide, 150));
  text.addEventListener("click", () => cost(performance.now()));
  $("word-search").addEventListener("input", search);
  $("card-precision").addEventListener("change", () => {
    state.settings.rate.precision = Number($("card-precision").value);
    keep();
  });
  $("card-judge").addEventListener("click", () => {
    Object.assign(state.settings.rate, { precision: Number($("card-precision").value), card: [card().name.trim()] });
    delete state.settings.rate.deck;
    judge("rate");
  });
  $("card-beside").addEventListener("change", faces);
  $("card-print").addEventListener("click", () => sheet(state.cards.map((one) => [1, one.name])));
  $("card-skeleton").addEventListener("click", () => replace(0, card().text.length, known.edition.form.example));
  on("edition cards", show);
  on("proposal", () => cost(performance.now()));
}

function typed(event, key) {
  const field = event.target;
  const limit = known.edition.form.limits[key];
  const beyond = limit && (field.value === "" || !field.validity.valid);
  field.setAttribute("aria-invalid", String(Boolean(beyond)));
  $("card-limits").textContent = beyond ? `${field.labels[0].textContent.trim()}: ${limits(limit.low, limit.high)}` : "";
  if (beyond) return;
  card()[key] = limit ? Number(field.value) : field.value;
  dismissed = wanted = false;
  keep();
  if (key === "kind") kinds();
  if (key === "name") tabs();
  if (key === "text") mark([]);
  cost(event.timeStamp, key === "text");
}

const capital = (words) => words.replace(/^./, (letter) => letter.toUpperCase());

/** Draw the fields that cards of this game have, beside name, kind and text. */
function fields() {
  const { numbers, words, limits, kinds: all } = known.edition.form;
  options($("card-kind"), Object.keys(all).map((kind) => [kind, known.edition.terms[kind] ?? kind]), card().kind);
  const number = ({ key, word }) => el("label", { class: "small" }, `${word} `,
    el("input", { id: `card-${key}`, type: "number", min: limits[key].low, max: limits[key].high, step: 1, inputmode: "numeric", oninput: (event) => typed(event, key) }));
  const choice = ({ key, word, values }) => {
    const made = el("select", { id: `card-${key}`, onchange: (event) => typed(event, key) });
    options(made, values.map((value) => [value, value]), card()[key]);
    return el("label", {}, `${word} `, made);
  };
  fill($("card-more"), ...words.map(choice), ...numbers.map(number));
}

export function show() {
  const shown = card();
  const { form } = known.edition;
  fields();
  for (const key of ["name", "kind", "text", ...Object.keys(form.limits), ...form.words.map((word) => word.key)]) $(`card-${key}`).value = shown[key] ?? "";
  $("card-text").placeholder = form.example ? `For example:\n${form.example}` : "";
  $("card-keys").textContent = `${form.lines ? "A line for each effect, such as normal: You draw 1 card. " : ""}Arrow keys and Enter take a suggestion, Escape closes the list.`;
  $("card-skeleton").hidden = !form.example;
  $("card-precision").value = String(state.settings.rate.precision ?? 0.25);
  $("bill-word").textContent = capital(form.cost);
  const beside = [...state.cards.filter((one) => one !== shown), ...known.edition.cards].map((one) => [one.name, one.name]);
  options($("card-beside"), [["", "nothing"], ["*", "this card, without the proposal"], ...beside], $("card-beside").value);
  options($("card-shipped"), [["", "choose …"], ...known.edition.cards.map((one) => [one.name, one.name])], "");
  kinds();
  tabs();
  search();
  mark([]);
  cost(performance.now());
}

function kinds() {
  const has = known.edition.form.kinds[card().kind] ?? [];
  for (const field of $("card-more").querySelectorAll("input, select")) field.disabled = !has.includes(field.id.slice("card-".length));
}

function tabs() {
  const made = state.cards.map((one, at) =>
    button(one.name || "no name", () => ((state.card = at), changed("cards")), { "aria-pressed": String(at === state.card), class: "tab" }),
  );
  const more = button("New card", () => {
    if (state.cards.length >= MOST_CARDS) return;
    state.cards.push(newCard(freshName()));
    state.card = state.cards.length - 1;
    changed("cards");
    $("card-name").select();
  });
  const less = button("Remove", () => {
    state.cards.splice(state.card, 1);
    if (!state.cards.length) state.cards.push(newCard("New card"));
    state.card = Math.max(0, state.card - 1);
    changed("cards");
  });
  const some = state.cards.length > 1 || !untouched(card());
  fill($("card-tabs"), ...(state.cards.length > 1 ? made : []), more, some ? less : null);
}

function freshName() {
  for (let number = 1; ; number++) {
    const name = number === 1 ? "New card" : `New card ${number}`;
    if (!state.cards.some((one) => one.name === name)) return name;
  }
}

/** Ask what the card costs; while one question is out, only the latest one waits. */
async function cost(since, completing = document.activeElement === $("card-text")) {
  if (asking) {
    again = [since, completing];
    return;
  }
  const asked = card();
  if (!asked) return; // another game is being laid on the table
  asking = true;
  const sent = given(asked);
  const text = $("card-text");
  try {
    const found = await post("api/cost", { ...inEdition(), card: sent, ...(completing ? { caret: text.selectionStart } : {}) });
    mended("cost");
    if (card() === asked && asked.text === sent.text) {
      offer(completing && !dismissed ? found.next : null);
      bill(found, since);
    }
  } catch (error) {
    notice(error.message, true, "cost");
  } finally {
    asking = false;
    if (again) {
      const [next, also] = again;
      again = null;
      cost(next, also);
    }
  }
}

function bill(found, since) {
  const read = found.card;
  $("bill-level").textContent = String(read?.cost ?? "–").replace("-", "−");
  const rows = (read?.bill ?? []).map((line) =>
    el("tr", {}, el("td", {}, line.text), el("td", { class: "formula" }, line.formula), el("td", { class: "number" }, line.value === null || (line.formula.startsWith("t =") && !line.value) ? "" : signed(line))),
  );
  fill($("bill").tBodies[0], ...rows);
  const ultra = read?.ultra ? ` ${read.ultra} ${known.edition.terms.ultra ?? "Ultra Points"}.` : "";
  $("bill-legal").textContent = read ? (read.legal ? `Legal.${ultra}` : `Not legal.${ultra}`) : "The text cannot be read yet.";
  $("bill-legal").className = `legal ${read ? (read.legal ? "good" : "bad") : "open"}`;
  fill($("bill-problems"), ...(read?.problems ?? []).map((problem) => el("li", {}, `${problem.text}${problem.rule ? ` (${problem.rule})` : ""}. ${problem.fix}`)));
  $("card-judge").disabled = !read || !read.legal || read.rated === false;
  $("card-why").textContent = read?.legal && read.rated === false ? "Cards of this kind have no price to be judged by: try it in a deck (Judge, Try)." : "";
  wrong = found.faults;
  judgeWords();
  drawn = read;
  faces();
  performance.measure("bill", { start: since });
}

let drawn = null;
/** Show the card's face, and beside it another one, or this card as it is without the proposal. */
async function faces() {
  const own = { ...card() };
  const name = $("card-beside").value;
  const other = name === "*" ? own : [...state.cards, ...known.edition.cards].find((one) => one.name === name);
  const read = other ? await costed(other, name === "*" ? { edition: state.edition, proposal: null } : inEdition()).catch(() => null) : null;
  if (card()?.text === own.text && $("card-beside").value === name) fill($("card-faces"), face(own, drawn), other ? face(other, read) : null);
}

const signed = (line) => (line.exact.includes("/") ? line.exact.replace("-", "−") : String(line.value).replace("-", "−"));

/** Show which words are wrong; those that are being typed, and may become a component, are not wrong yet. */
function judgeWords() {
  const open = offers.length ? wrong.filter((fault) => fault.start === null || fault.start !== from) : wrong;
  mark(open);
  faults(open);
}

/** Underline the words that are wrong: a copy of the text lies under the text. */
function mark(found) {
  const text = card().text;
  const parts = [];
  let at = 0;
  for (const fault of found) {
    if (fault.start === null) continue;
    const [start, end] = [Math.max(at, fault.start), fault.end];
    parts.push(text.slice(at, start), el("mark", {}, text.slice(start, end) || " "));
    at = end;
  }
  fill($("card-marks"), ...parts.filter((part) => part !== "").map((part) => (typeof part === "string" ? document.createTextNode(part) : part)));
  $("card-marks").append(`${text.slice(at)}\n`);
}

function faults(found) {
  $("card-text").setAttribute("aria-invalid", String(found.length > 0));
  $("card-faults").className = card().text.trim() ? "faults" : "faults early";
  fill(
    $("card-faults"),
    ...found.flatMap((fault) => [
      el("p", {}, `${fault.what}. ${fault.near.length ? "" : fault.fix}`),
      fault.near.length
        ? el("p", { class: "row" }, "Did you mean: ", ...fault.near.map((words) => button(words, () => replace(fault.start, fault.end, words), { class: "word" })))
        : null,
    ]).filter(Boolean),
  );
}

/** Put words in place of a part of the text, as if they were typed; a whole line stands on its own. */
function replace(start, end, words, whole = false) {
  const text = $("card-text");
  const before = text.value.slice(0, start);
  const gap = before && !/\s$/.test(before) ? (whole ? "\n" : " ") : "";
  text.focus();
  text.setSelectionRange(start, end);
  const put = gap + (/[.;:→]$/.test(words) && !known.edition.form.lines ? `${words} ` : words);
  const rest = text.value.slice(end).replace(/^ +/, "");
  text.value = before + put + rest;
  const caret = before.length + put.length;
  text.setSelectionRange(caret, caret);
  text.dispatchEvent(new Event("input", { bubbles: true }));
}

// --- what may come next -----------------------------------------------------------------------------------

function offer(next) {
  const fragment = next ? card().text.slice(next.start, next.end).trim() : "";
  offers = next && fragment ? next.offers : [];
  from = next ? next.start : 0;
  active = offers.length ? 0 : -1;
  offered = card().text;
  draw();
  if (wanted && offers.length) take(0);
  wanted = false;
}

function draw() {
  const list = $("card-offers");
  fill(
    list,
    ...offers.map((one, at) =>
      el("li", { id: `offer-${at}`, role: "option", "aria-selected": String(at === active), onmousedown: (event) => (event.preventDefault(), take(at)) },
        el("span", {}, one.text), el("small", {}, [one.section, one.level].filter(Boolean).join(", "))),
    ),
  );
  list.hidden = !offers.length;
  $("card-text").setAttribute("aria-expanded", String(offers.length > 0));
  if (active >= 0) {
    $("card-text").setAttribute("aria-activedescendant", `offer-${active}`);
    list.children[active].scrollIntoView({ block: "nearest" });
  } else $("card-text").removeAttribute("aria-activedescendant");
}

function hide() {
  if (!offers.length) return;
  offers = [];
  active = -1;
  draw();
  judgeWords();
}

function take(at) {
  const chosen = offers[at];
  hide();
  replace(from, $("card-text").selectionStart, chosen.text);
}

/** Whether an offer for less of the text begins with what has been typed meanwhile. */
function continues(offer) {
  const text = $("card-text");
  const typed = text.value.slice(from, text.selectionStart).trimStart().toLowerCase();
  return offered.slice(0, from) === text.value.slice(0, from) && typed !== "" && offer.toLowerCase().startsWith(typed);
}

function keyed(event) {
  if (!offers.length || event.isComposing) return;
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    active = (active + (event.key === "ArrowDown" ? 1 : offers.length - 1)) % offers.length;
    draw();
  } else if (event.key === "Enter" && active >= 0) {
    if (offered === card().text || continues(offers[active].text)) take(active);
    else wanted = true;
  }
  else if (event.key === "Escape") {
    dismissed = true;
    hide();
  } else return;
  event.preventDefault();
}

// --- components by what they do ------------------------------------------------------------------------------

/** The texts that a query is about, best first, as kotc-sim words finds them; null if another one was asked for meanwhile. */
export async function matching(query, rows) {
  const words = query.value.trim().slice(0, 300);
  if (!words) return rows;
  const { ids } = await post("api/words", { ...inEdition(), query: words });
  if (words !== query.value.trim().slice(0, 300)) return null;
  return ids.map((id) => rows.find((row) => row.id === id)).filter(Boolean);
}

async function search() {
  const all = vocabulary();
  const asked = $("word-search").value.trim();
  const found = await matching($("word-search"), [...all]).catch(() => null); // a fault of the proposal is told where it is edited
  if (!found) return;
  if (!asked) found.sort((a, b) => (b.section === "effect") - (a.section === "effect"));
  fill($("word-found"), ...found.map(component));
  $("word-count").textContent = asked ? `${found.length} of ${all.length} texts` : `${all.length} texts${known.edition.form.priced ? `, with what each adds to the ${known.edition.form.cost}` : ""}.`;
}

function component(row) {
  const ultra = row.ultra ? ` +${row.ultra} ${known.edition.terms.ultra ?? "ultra"}` : "";
  const whole = known.edition.form.lines;
  const insert = () => {
    const at = $("card-text").selectionEnd;
    replace(at, at, row.written, whole);
  };
  return el("li", {}, button(row.text, insert, { disabled: Boolean(row.banned), title: row.meaning || "Insert it into the text" }),
    el("small", {}, row.banned ? `banned (${row.banned})` : [row.section, row.level, known.edition.worth[row.id]].filter(Boolean).join(", ") + ultra));
}
