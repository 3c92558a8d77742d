// What lies on the workbench in this tab: it survives a reload, and a link can hold it.

import { post } from "./api.js";

const KEPT = "kotc-sim workbench question";
export const MOST_CARDS = 60;
export const MOST_DECKS = 9;
const MOST_REST = 40000;

const noProposal = () => ({ name: "a proposal", rules: {}, components: {}, rest: "" });

export const state = {
  edition: "",
  game: "kotc",
  proposal: noProposal(),
  cards: [],
  card: 0,
  decks: [],
  deck: 0,
  shelf: {}, // cards and decks of the games that are not on the table
  ask: "rate",
  settings: {
    rate: { precision: 1, pilots: [], in_deck: "", only: [] },
    price: { precision: 1, pilots: [], texts: [] },
    try: { deck: "", out: [], in: [], games: 4000, pilot: "", against: [] },
    matchup: { a: "", b: "", play: "quick", pilot_a: "greedy", pilot_b: "greedy", games: 0 },
    battle: { attackers: "2/4+3/2", defenders: "2/6", victim: "player", policy: "greedy", trials: 100000 },
    replay: { a: "", b: "", pilot_a: "greedy", pilot_b: "greedy", game: 0, omniscient: false },
  },
  seed: 1,
};

/** What the server says of the edition (api/edition), and of itself (api/start). */
export const known = { edition: null, start: null };

const watchers = {};
/** Call a function when something of a kind has changed: "edition", "proposal", "cards", "decks", "ask", "runs". */
export function on(kinds, watcher) {
  for (const kind of kinds.split(" ")) (watchers[kind] ??= []).push(watcher);
}

export function changed(kind) {
  keep();
  for (const watcher of watchers[kind] ?? []) watcher();
}

export function keep() {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(state));
  } catch {
    // A browser that keeps nothing: then a reload forgets.
  }
}

export function recall() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
    if (!kept) return;
    const settings = Object.fromEntries(Object.entries(state.settings).map(([ask, own]) => [ask, { ...own, ...kept.settings?.[ask] }]));
    Object.assign(state, kept, { settings, proposal: { ...noProposal(), ...kept.proposal } });
  } catch {
    sessionStorage.removeItem(KEPT);
  }
}

export const hasProposal = () => Object.keys(state.proposal.rules).length + Object.keys(state.proposal.components).length > 0 || state.proposal.rest.trim() !== "";
export const proposal = () => (hasProposal() ? state.proposal : null);
export const inEdition = () => ({ edition: state.edition, proposal: proposal() });

export function dropProposal() {
  state.proposal = noProposal();
}

/** Load what the edition has, and lay the cards and decks of its game on the table. */
export async function loadEdition() {
  known.edition = await post("api/edition", inEdition());
  const game = known.edition.game;
  if (game !== state.game) {
    const { cards, card, decks, deck } = state;
    state.shelf = { ...state.shelf, [state.game]: { cards, card, decks, deck } };
    Object.assign(state, { cards: [], card: 0, decks: [], deck: 0 }, state.shelf[game] ?? {});
    delete state.shelf[game];
    state.game = game;
    if (!known.edition.form.asks.includes(state.ask)) state.ask = "rate";
  }
  if (!state.cards.length) state.cards = [newCard("New card")];
  state.card = Math.min(state.card, state.cards.length - 1);
}

/** The texts that cards may use: those of the edition, without those that the proposal takes out, and those that it adds. */
export const vocabulary = () => [...known.edition.components.filter((row) => !known.edition.gone.includes(row.id)), ...known.edition.added];

// --- cards --------------------------------------------------------------------------------------------------

const keys = () => [...Object.keys(known.edition.form.limits), ...known.edition.form.words.map((word) => word.key)];

export function newCard(name) {
  const { kinds, limits, words } = known.edition.form;
  const card = { name, kind: Object.keys(kinds)[0], text: "" };
  for (const [key, limit] of Object.entries(limits)) card[key] = limit.first;
  for (const word of words) card[word.key] = word.values[0];
  return card;
}

const plain = (card) => {
  const kept = { name: card.name, kind: card.kind, text: card.text };
  for (const key of keys()) if (card[key] !== undefined && card[key] !== null) kept[key] = card[key];
  if (Number.isInteger(card.design_edition)) kept.design_edition = card.design_edition;
  return kept;
};

/** A card as the server takes it. */
export const given = (card) => ({ ...plain(card), name: card.name.trim() || "?" });

/** The cards of the workbench that have a name, as the server takes them. */
export const ownCards = () => state.cards.filter((card) => card.name.trim()).map(plain);

export const untouched = (card) => card.name === "New card" && !card.text;

/** Put cards on the workbench; one of the same name is replaced. */
export function addCards(cards) {
  for (const card of cards.map(plain)) {
    const at = state.cards.findIndex((own) => own.name === card.name);
    if (at >= 0) state.cards[at] = card;
    else if (state.cards.length < MOST_CARDS) state.cards.push(card);
  }
  if (state.cards.length > 1 && untouched(state.cards[0])) state.cards.shift();
  state.card = Math.min(state.card, state.cards.length - 1);
}

// --- decks --------------------------------------------------------------------------------------------------

export const bareDeck = (deck) => ({ name: deck.name, cards: deck.cards, reserves: deck.reserves ?? [], strategy: deck.strategy || null });

/** The decks that can be chosen: [value, words]. */
export function deckChoices() {
  const own = state.decks.map((deck, at) => [`own:${at}`, deck.name || `deck ${at + 1}`]);
  return [...own, ...(known.edition?.decks ?? []).map((name) => [`shipped:${name}`, name])];
}

/** Choose decks where none is chosen, or one that there is not: the first shipped ones. */
export function settle(own, ...places) {
  const there = deckChoices().map(([value]) => value);
  const shipped = there.filter((value) => value.startsWith("shipped:"));
  places.forEach((key, at) => {
    if (!there.includes(own[key])) own[key] = shipped[at] ?? there[at] ?? there[0] ?? "";
  });
}

/** Return a chosen deck, and the cards that it brings. */
export async function chosenDeck(choice) {
  const [kind, name] = [choice.split(":")[0], choice.slice(choice.indexOf(":") + 1)];
  if (kind === "own" && state.decks[Number(name)]) return { deck: bareDeck(state.decks[Number(name)]), cards: [] };
  if (kind === "shipped" && known.edition.decks.includes(name)) {
    const found = await post("api/shipped", { edition: state.edition, deck: name });
    return { deck: found.deck, cards: found.cards.map(plain) };
  }
  throw new Error("Choose a deck.");
}

// --- questions ------------------------------------------------------------------------------------------------

/** Return what the server takes as a question. */
export async function question(ask) {
  const own = state.settings[ask];
  let settings = { ...own };
  const decks = [];
  let cards = ownCards();
  const take = async (...choices) => {
    for (const choice of choices) {
      const found = await chosenDeck(choice);
      decks.push(found.deck);
      cards.push(...found.cards.filter((card) => !cards.some((other) => other.name === card.name)));
    }
  };
  if (ask === "rate") {
    settings = { precision: own.precision, pilots: own.pilots, in_deck: Boolean(own.in_deck), only: own.only };
    if (own.in_deck) await take(own.in_deck);
    if (settings.only.length) cards = cards.filter((card) => settings.only.includes(card.name) || inDecks(decks, card.name));
  } else if (ask === "price" || ask === "battle") {
    cards = [];
  } else if (ask === "try") {
    await take(own.deck, ...own.against);
    settings = { out: own.out, in: own.in, games: own.games, pilot: own.pilot || null };
    cards = cards.filter((card) => inDecks(decks, card.name) || own.in.some(([, name]) => name === card.name));
  } else if (ask === "matchup" || ask === "replay") {
    await take(own.a, own.b);
    settings = Object.fromEntries(Object.entries(own).filter(([key]) => key !== "a" && key !== "b"));
    if (ask === "matchup" && own.play !== "named") delete settings.pilot_a, delete settings.pilot_b;
    cards = cards.filter((card) => inDecks(decks, card.name));
  }
  return { version: 1, ask, ...inEdition(), cards, decks, settings, seed: state.seed };
}

const inDecks = (decks, name) => decks.some((deck) => [...deck.cards, ...deck.reserves].some(([, card]) => card === name));

/** Return what a link from a page holds: its question, or everything that lies on the workbench. */
export async function whole(page) {
  if (page === "judge" || page === "replay") return question(page === "replay" ? "replay" : state.ask);
  const at = page === "card" ? { card: state.card } : page === "deck" ? { deck: state.deck } : {};
  return { version: 1, page, ...at, ...inEdition(), cards: ownCards(), decks: state.decks.map(bareDeck), seed: state.seed };
}

// --- links ------------------------------------------------------------------------------------------------

export function encode(asked) {
  const bytes = new TextEncoder().encode(JSON.stringify(asked));
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

export function decode(fragment) {
  const found = /#?q=([A-Za-z0-9_-]+)$/.exec(fragment.trim());
  if (!found) throw new Error("This link holds no question: it ends in #q= and many letters.");
  const bytes = Uint8Array.from(atob(found[1].replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
}

const words = (value, most) => (typeof value === "string" ? value.slice(0, most) : "");
const count = (value, most) => (Number.isSafeInteger(value) && value >= 0 ? Math.min(value, most) : 0);
const list = (value, most) => (Array.isArray(value) ? value.slice(0, most) : []);
const entries = (value) => list(value, 130).filter((pair) => Array.isArray(pair)).map((pair) => [Math.max(1, count(pair[0], 999)), words(pair[1], 80)]);
const some = (value) => (value && typeof value === "object" && !Array.isArray(value) ? { ...value } : {});

function sentCard(card) {
  const kept = { name: words(card?.name, 80), kind: words(card?.kind, 20), text: words(card?.text, 5000) };
  for (const [key, value] of Object.entries(some(card)).slice(0, 20)) {
    if (key in kept) continue;
    if (Number.isInteger(value)) kept[key] = count(value, 999);
    else if (typeof value === "string") kept[key] = words(value, 40);
  }
  return kept;
}

/** Lay what a link holds on the workbench, and return the page that it is for; the server checks it when it is asked. */
export function lay(asked) {
  if (!asked || typeof asked !== "object" || asked.version !== 1) throw new Error("This link is of another version of kotc-sim.");
  const edition = known.start.editions.find((one) => one.name === asked.edition);
  if (!edition) throw new Error(`There is no edition ${words(asked.edition, 40)} here.`);
  const { cards, card, decks, deck } = state;
  if (edition.game !== state.game) {
    state.shelf = { ...state.shelf, [state.game]: { cards, card, decks, deck } };
    state.game = edition.game;
    state.cards = [];
  }
  state.edition = asked.edition;
  const changes = some(asked.proposal);
  state.proposal = { name: words(changes.name, 60) || "a proposal", rules: some(changes.rules), components: some(changes.components), rest: words(changes.rest, MOST_REST) };
  const sent = list(asked.cards, MOST_CARDS).map(sentCard);
  if (sent.length) [state.cards, state.card] = [sent, Math.min(count(asked.card, MOST_CARDS), sent.length - 1)];
  state.decks = list(asked.decks, MOST_DECKS).map((one) => ({
    name: words(one?.name, 80), cards: entries(one?.cards), reserves: entries(one?.reserves), strategy: words(one?.strategy, 60) || null,
  }));
  state.deck = Math.min(count(asked.deck, MOST_DECKS), Math.max(0, state.decks.length - 1));
  state.seed = count(asked.seed, Number.MAX_SAFE_INTEGER);
  if (!(asked.ask in state.settings)) {
    keep();
    return ["card", "deck", "edition"].includes(asked.page) ? asked.page : "card";
  }
  const own = state.settings[asked.ask];
  for (const key of Object.keys(own)) {
    const value = asked.settings?.[key];
    if (value === undefined || value === null) continue;
    if (Array.isArray(own[key])) own[key] = key === "out" || key === "in" ? entries(value) : list(value, 60).map((one) => words(one, 200));
    else if (typeof own[key] === typeof value) own[key] = typeof value === "string" ? words(value, 300) : value;
  }
  if (asked.ask === "rate") own.in_deck = asked.settings?.in_deck === true ? "own:0" : "";
  if (asked.ask === "try") Object.assign(own, { deck: "own:0", against: state.decks.slice(1).map((_, at) => `own:${at + 1}`), pilot: words(asked.settings?.pilot, 60) });
  if ("a" in own) [own.a, own.b] = ["own:0", "own:1"];
  if (asked.ask !== "replay") state.ask = asked.ask;
  keep();
  return asked.ask === "replay" ? "replay" : "judge";
}
