// What lies on the workbench in this tab: it survives a reload, and a link can hold it.

import { post } from "./api.js";

const KEPT = "kotc-sim workbench question";
export const MOST_CARDS = 60;
export const MOST_DECKS = 9;

export const state = {
  edition: "",
  proposal: { name: "a proposal", rules: {}, components: {} },
  cards: [{ name: "New card", kind: "minion", sp: 2, hp: 4, text: "" }],
  card: 0,
  decks: [],
  deck: 0,
  ask: "rate",
  settings: {
    rate: { precision: 1, pilots: [], in_deck: "" },
    price: { precision: 1, pilots: [], texts: [] },
    try: { deck: "shipped:raptors", out: [], in: [], games: 4000, pilot: "" },
    matchup: { a: "shipped:raptors", b: "shipped:storm", play: "quick", pilot_a: "greedy", pilot_b: "greedy", games: 0 },
    battle: { attackers: "2/4+3/2", defenders: "2/6", victim: "player", policy: "greedy", trials: 100000 },
    replay: { a: "shipped:raptors", b: "shipped:storm", pilot_a: "greedy", pilot_b: "greedy", game: 0, omniscient: false },
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
    if (kept) Object.assign(state, kept, { settings: { ...state.settings, ...kept.settings } });
  } catch {
    sessionStorage.removeItem(KEPT);
  }
}

export const hasProposal = () => Object.keys(state.proposal.rules).length + Object.keys(state.proposal.components).length > 0;
export const proposal = () => (hasProposal() ? state.proposal : null);
export const inEdition = () => ({ edition: state.edition, proposal: proposal() });

export async function loadEdition() {
  known.edition = await post("api/edition", { edition: state.edition });
}

const plain = (card) => {
  const kept = { name: card.name, kind: card.kind, sp: card.kind === "minion" ? card.sp : 0, hp: card.kind === "minion" ? card.hp : 0, text: card.text };
  if (Number.isInteger(card.design_edition)) kept.design_edition = card.design_edition;
  return kept;
};

/** The cards of the workbench that have a name, as the server takes them. */
export const ownCards = () => state.cards.filter((card) => card.name.trim()).map(plain);

/** Put cards on the workbench; one of the same name is replaced. */
export function addCards(cards) {
  for (const card of cards.map(plain)) {
    const at = state.cards.findIndex((own) => own.name === card.name);
    if (at >= 0) state.cards[at] = card;
    else if (state.cards.length < MOST_CARDS) state.cards.push(card);
  }
  const only = state.cards[0];
  if (state.cards.length > 1 && only.name === "New card" && !only.text) state.cards.shift();
  state.card = Math.min(state.card, state.cards.length - 1);
}

export const bareDeck = (deck) => ({ name: deck.name, cards: deck.cards, reserves: deck.reserves ?? [], strategy: deck.strategy || null });

/** The decks that can be chosen: [value, words]. */
export function deckChoices() {
  const own = state.decks.map((deck, at) => [`own:${at}`, deck.name || `deck ${at + 1}`]);
  return [...own, ...(known.edition?.decks ?? []).map((name) => [`shipped:${name}`, name])];
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

/** Return what the server takes as a question. */
export async function question(ask) {
  const own = state.settings[ask];
  let settings = { ...own };
  let decks = [];
  let cards = ownCards();
  const take = async (...choices) => {
    for (const choice of choices) {
      const found = await chosenDeck(choice);
      decks.push(found.deck);
      cards.push(...found.cards.filter((card) => !cards.some((other) => other.name === card.name)));
    }
  };
  if (ask === "rate") {
    settings = { precision: own.precision, pilots: own.pilots, in_deck: Boolean(own.in_deck), only: own.only ?? [] };
    if (own.in_deck) await take(own.in_deck);
    if (settings.only.length) cards = cards.filter((card) => settings.only.includes(card.name) || inDecks(decks, card.name));
  } else if (ask === "price") {
    cards = [];
  } else if (ask === "try") {
    await take(own.deck);
    settings = { out: own.out, in: own.in, games: own.games, pilot: own.pilot || null };
    cards = cards.filter((card) => inDecks(decks, card.name) || own.in.some(([, name]) => name === card.name));
  } else if (ask === "matchup" || ask === "replay") {
    await take(own.a, own.b);
    settings = Object.fromEntries(Object.entries(own).filter(([key]) => key !== "a" && key !== "b"));
    if (ask === "matchup" && own.play !== "named") delete settings.pilot_a, delete settings.pilot_b;
    cards = cards.filter((card) => inDecks(decks, card.name));
  } else if (ask === "battle") {
    cards = [];
  }
  return { version: 1, ask, ...inEdition(), cards, decks, settings, seed: state.seed };
}

const inDecks = (decks, name) => decks.some((deck) => [...deck.cards, ...deck.reserves].some(([, card]) => card === name));

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

/** Lay a question on the workbench; what it holds is checked by the server when it is asked. */
export function lay(asked) {
  if (!asked || typeof asked !== "object" || asked.version !== 1) throw new Error("This link is of another version of kotc-sim.");
  if (!known.start.editions.includes(asked.edition)) throw new Error(`There is no edition ${words(asked.edition, 40)} here.`);
  state.edition = asked.edition;
  const changes = asked.proposal && typeof asked.proposal === "object" ? asked.proposal : {};
  state.proposal = { name: words(changes.name, 60) || "a proposal", rules: { ...changes.rules }, components: { ...changes.components } };
  const cards = list(asked.cards, MOST_CARDS).map((card) => ({
    name: words(card?.name, 80), kind: card?.kind === "spell" ? "spell" : "minion", sp: count(card?.sp, 999), hp: count(card?.hp, 999),
    text: words(card?.text, 5000), ...(Number.isInteger(card?.design_edition) ? { design_edition: card.design_edition } : {}),
  }));
  if (cards.length) [state.cards, state.card] = [cards, 0];
  state.decks = list(asked.decks, MOST_DECKS).map((deck) => ({
    name: words(deck?.name, 80), cards: entries(deck?.cards), reserves: entries(deck?.reserves), strategy: words(deck?.strategy, 60) || null,
  }));
  state.deck = 0;
  state.seed = count(asked.seed, Number.MAX_SAFE_INTEGER);
  if (asked.ask in state.settings) {
    const own = state.settings[asked.ask];
    for (const key of Object.keys(own)) {
      const sent = asked.settings?.[key];
      if (sent === undefined || sent === null) continue;
      if (Array.isArray(own[key])) own[key] = key === "out" || key === "in" ? entries(sent) : list(sent, 60).map((one) => words(one, 200));
      else if (typeof own[key] === typeof sent) own[key] = typeof sent === "string" ? words(sent, 300) : sent;
    }
    if (asked.ask === "rate") own.only = list(asked.settings?.only, 60).map((name) => words(name, 80));
    if (asked.ask === "rate") own.in_deck = asked.settings?.in_deck === true ? "own:0" : "";
    if (asked.ask === "try") own.deck = "own:0";
    if ("a" in own) [own.a, own.b] = ["own:0", "own:1"];
    if (asked.ask !== "replay") state.ask = asked.ask;
  }
  keep();
}
