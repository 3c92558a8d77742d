// The Deck page: build by clicking, with the curve and the legality at once.

import { post } from "./api.js";
import { $, button, el, fill, notice, options } from "./dom.js";
import { sheet } from "./face.js";
import { limits } from "./form.js";
import { MOST_DECKS, addCards, bareDeck, changed, inEdition, keep, known, on, ownCards, state } from "./state.js";

const deck = () => state.decks[state.deck];
let asking = false;
let again = false;

export function start() {
  $("pool-search").addEventListener("input", pool);
  $("deck-name").addEventListener("input", () => {
    ensure().name = $("deck-name").value;
    keep();
    tabs();
    check();
  });
  $("deck-strategy").addEventListener("change", () => {
    ensure().strategy = $("deck-strategy").value || null;
    keep();
  });
  $("deck-shipped").addEventListener("change", shipped);
  $("plain-add").addEventListener("click", plain);
  $("plain").addEventListener("keydown", (event) => event.key === "Enter" && plain());
  $("deck-empty").addEventListener("click", () => {
    Object.assign(ensure(), { cards: [], reserves: [] });
    changed("decks");
  });
  $("deck-print").addEventListener("click", () => deck() && sheet([...deck().cards, ...(deck().reserves ?? [])]));
  $("deck-save").addEventListener("click", () => changed("save-deck"));
  on("edition cards decks proposal", show);
}

function ensure() {
  if (!deck()) {
    state.decks.push({ name: "My deck", cards: [], reserves: [], strategy: null });
    state.deck = state.decks.length - 1;
  }
  return deck();
}

export function addDeck(found) {
  const at = state.decks.findIndex((one) => one.name === found.name);
  if (at >= 0) state.decks[at] = found;
  else if (state.decks.length < MOST_DECKS) state.decks.push(found);
  else throw new Error(`The workbench holds ${MOST_DECKS} decks: remove one first.`);
  state.deck = at >= 0 ? at : state.decks.length - 1;
}

async function shipped() {
  const name = $("deck-shipped").value;
  if (!name) return;
  try {
    const found = await post("api/shipped", { edition: state.edition, deck: name });
    addCards(found.cards);
    addDeck(found.deck);
    changed("cards");
    changed("decks");
  } catch (error) {
    notice(error.message, true);
  }
}

function plain() {
  const found = /^\s*(\d{1,3})\s*\/\s*(\d{1,3})\s*$/.exec($("plain").value);
  if (!found) return notice("Write SP and HP, such as 2/4.", true);
  add(`minion ${Number(found[1])}/${Number(found[2])}`, 1);
}

function add(name, count) {
  const cards = ensure().cards;
  const entry = cards.find(([, other]) => other === name);
  if (entry) entry[0] = Math.min(999, entry[0] + count);
  else cards.push([count, name]);
  deck().cards = cards.filter(([left]) => left > 0);
  changed("decks");
}

export function show() {
  options($("deck-shipped"), [["", "choose …"], ...known.edition.decks.map((name) => [name, name])], "");
  options($("deck-strategy"), [["", "whoever is asked"], ...known.edition.pilots.map((name) => [name, name])], deck()?.strategy ?? "");
  $("deck-plain").hidden = !known.edition.form.plain;
  $("plain").placeholder = known.edition.form.plain;
  if (document.activeElement !== $("deck-name")) $("deck-name").value = deck()?.name ?? "";
  tabs();
  pool();
  list({});
  check();
}

function tabs() {
  const made = state.decks.map((one, at) => button(one.name || "no name", () => ((state.deck = at), changed("decks")), { class: "tab", "aria-pressed": String(at === state.deck) }));
  const more = button("New deck", () => {
    if (state.decks.length >= MOST_DECKS) return;
    state.decks.push({ name: `My deck ${state.decks.length + 1}`, cards: [], reserves: [], strategy: null });
    state.deck = state.decks.length - 1;
    changed("decks");
  });
  const less = button("Remove", () => {
    state.decks.splice(state.deck, 1);
    state.deck = Math.max(0, state.deck - 1);
    changed("decks");
  });
  fill($("deck-tabs"), ...made, more, state.decks.length ? less : null);
}

function pool() {
  const words = $("pool-search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const { kinds, lines } = known.edition.form;
  const own = state.cards.filter((card) => card.name && (card.text || (!lines && kinds[card.kind]?.length)));
  const names = new Set(own.map((card) => card.name));
  const all = [...own, ...known.edition.cards.filter((card) => !names.has(card.name))];
  const found = all.filter((card) => words.every((word) => `${card.name} ${card.text} ${card.kind}`.toLowerCase().includes(word)));
  fill($("pool"), ...found.slice(0, 80).map((card) => {
    const stats = "sp" in card && card.kind === "minion" ? `${card.sp}/${card.hp}` : "attack" in card && card.kind === "creature" ? `${card.type} ${card.attack}/${card.defense}` : known.edition.terms[card.kind] ?? card.kind;
    const level = card.at === undefined ? "yours" : card.at ? `${known.edition.terms.level ?? "level"} ${card.at}` : "";
    return el("li", {}, button(card.name, () => add(card.name, 1), { "aria-label": `Add ${card.name}` }), el("small", {}, [stats, level].filter(Boolean).join(", ")),
      card.text ? el("p", {}, card.text) : null);
  }));
}

async function check() {
  const current = deck();
  if (!current || !current.cards.length) {
    $("deck-legal").textContent = current ? "Empty." : "";
    $("deck-legal").className = "legal open";
    fill($("deck-problems"));
    fill($("curve"));
    return;
  }
  if (asking) return void (again = true);
  asking = true;
  try {
    const found = await post("api/deck", { ...inEdition(), cards: used(current), deck: bareDeck(current) });
    if (deck() === current) draw(found);
  } catch (error) {
    $("deck-legal").textContent = error.message;
    $("deck-legal").className = "legal bad";
  } finally {
    asking = false;
    if (again) {
      again = false;
      check();
    }
  }
}

const used = (current) => ownCards().filter((card) => [...current.cards, ...current.reserves].some(([, name]) => name === card.name));

function draw(found) {
  const { least, most, ultra } = found.limits;
  const points = Number.isInteger(ultra) ? `, ${found.ultra} of ${ultra} ${known.edition.terms.ultra ?? "Ultra Points"}` : "";
  $("deck-legal").textContent = `${found.legal ? "Legal" : "Not legal"}: ${found.size} cards (${least} to ${most})${points}.`;
  $("deck-legal").className = `legal ${found.legal ? "good" : "bad"}`;
  fill($("deck-problems"), ...found.problems.slice(0, 8).map((problem) => el("li", {}, `${problem.text}${problem.rule ? ` (${problem.rule})` : ""}. ${problem.fix}`)));
  const counts = Object.entries(found.curve).map(([level, count]) => [Number(level), count]);
  const top = Math.max(...counts.map(([, count]) => count), 1);
  const last = Math.max(...counts.map(([level]) => level), 0);
  const bars = [];
  for (let level = 0; level <= Math.min(last, 30); level++) {
    const count = counts.find(([own]) => own === level)?.[1] ?? 0;
    const bar = el("span", { class: "bar" });
    bar.style.height = `${Math.round((100 * count) / top)}%`;
    bars.push(el("div", {}, el("small", {}, count ? String(count) : ""), bar, el("small", {}, String(level))));
  }
  fill($("curve"), ...bars);
  $("curve").setAttribute("aria-label", `Curve: ${counts.map(([level, count]) => `${count} of level ${level}`).join(", ")}`);
  list(Object.fromEntries(found.cards.map((card) => [card.name, card])));
}

function list(levels) {
  const entry = ([count, name]) => el("li", {},
    el("input", { type: "number", min: 0, max: 999, value: count, "aria-label": `Copies of ${name}`, onchange: ({ target }) => (target.value !== "" && target.validity.valid ? add(name, Number(target.value) - count) : notice(`Copies of ${name}: ${limits(0, 999)}`, true)) }),
    el("span", {}, name),
    el("small", {}, levels[name] ? `${known.edition.terms.level ?? "level"} ${levels[name].level}` : ""),
    button("−", () => add(name, -1), { "aria-label": `One ${name} less` }), button("+", () => add(name, 1), { "aria-label": `One ${name} more` }));
  const focus = document.activeElement?.getAttribute("aria-label");
  fill($("deck-cards"), ...(deck()?.cards ?? []).map(entry), ...(deck()?.reserves ?? []).map(([count, name]) => el("li", {}, el("span", {}, `${count} × ${name}`), el("small", {}, "reserves"))));
  if (focus) [...$("deck-cards").querySelectorAll("button")].find((one) => one.getAttribute("aria-label") === focus)?.focus();
}
