// What lies on the workbench in this tab: it survives a reload, and a link can hold it.

import { get, post } from "./api.js";

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
    rate: { precision: 1 },
    price: { precision: 1 },
    try: { games: 4000 },
    matchup: { quick: true },
    battle: { attackers: "2/4+3/2", defenders: "2/6", trials: 100000 },
    replay: { strategy_a: "greedy", strategy_b: "greedy", boards: true },
  }, // by question, then by the fields of its declaration; decks as choices
  seed: 1,
};

/** What the server says of the edition (api/edition), and of itself (api/start). */
export const known = { edition: null, start: null };

const watchers = {};
/** Call a function when something of a kind has changed: "edition", "proposal", "cards", "decks", "ask", "runs"; "kept": anything. */
export function on(kinds, watcher) {
  for (const kind of kinds.split(" ")) (watchers[kind] ??= []).push(watcher);
}

export function changed(kind) {
  keep();
  for (const watcher of watchers[kind] ?? []) watcher();
}

// --- kept in the workbench's folder, and until that is confirmed in this tab ----------------------------------

const PAUSE = 200; // milliseconds after a change
let version = 0; // of what the folder holds
let unsent = false;
let sending = false;
let timer = 0;
let told = () => {};

const WORK = ["edition", "game", "proposal", "cards", "card", "decks", "deck", "shelf"];
const TYPING = 1500; // milliseconds: what is typed within them is taken back together
const MOST_STEPS = 100;
const past = [];
let now = "";
let changedAt = 0;
let typedIn = null;

/** Remember what lay there before a change. */
function note() {
  const text = JSON.stringify(WORK.map((key) => state[key]));
  if (text === now) return;
  const work = (one) => one && JSON.stringify(JSON.parse(one).filter((_, at) => !["card", "deck"].includes(WORK[at])));
  const time = performance.now();
  if (now && work(now) !== work(text)) {
    const field = document.activeElement?.matches("input, textarea") ? document.activeElement : null;
    if (!field || field !== typedIn || time - changedAt > TYPING) past.push(now);
    if (past.length > MOST_STEPS) past.shift();
    [changedAt, typedIn] = [time, field];
  }
  now = text;
}

export const canUndo = () => past.length > 0;

/** Take the last change of cards, decks or the proposal back; the edition is loaded after. */
export function undo() {
  if (!canUndo()) return;
  now = past.pop();
  JSON.parse(now).forEach((value, at) => (state[WORK[at]] = value));
  changedAt = 0;
  keep();
}

/** Keep what lies on the workbench; who is told hears what went wrong, and what the server warns of. */
export function keep() {
  note();
  for (const watcher of watchers.kept ?? []) watcher();
  unsent = true;
  remember();
  clearTimeout(timer);
  timer = setTimeout(push, PAUSE);
}

export const onKept = (watcher) => (told = watcher);

function remember() {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ state, version, unsent }));
  } catch {
    // A browser that keeps nothing: then the folder alone does.
  }
}

async function push() {
  if (sending || !known.edition) return;
  sending = true;
  unsent = false;
  try {
    const found = await post("api/keep", { version, state: { ...state, question: known.start.question }, ...inEdition(), cards: ownCards(), decks: state.decks.map(bareDeck) });
    version = found.version;
    if (found.state) {
      merge(found.state);
      unsent = true;
    } else told("", found.alike);
  } catch (error) {
    unsent = true;
    told(error.message);
  } finally {
    sending = false;
    remember();
    if (unsent) timer = setTimeout(push, 5 * PAUSE);
  }
}

addEventListener("pagehide", () => unsent && push());

/** Another tab has kept something: its cards and decks come to those that lie here. */
function merge(theirs) {
  for (const key of ["cards", "decks"]) {
    if (theirs.game === state.game) state[key].push(...(theirs[key] ?? []).filter((one) => !state[key].some((own) => own.name === one.name)));
  }
}

function adopt(kept) {
  if (kept?.question !== known.start.question) return;
  const settings = Object.fromEntries(Object.keys({ ...state.settings, ...kept.settings }).map((ask) => [ask, { ...(kept.settings?.[ask] ?? state.settings[ask]) }]));
  Object.assign(state, kept, { settings, proposal: { ...noProposal(), ...kept.proposal } });
}

/** Take what the folder holds, or what this tab has not sent yet; return the files that somebody has changed since, and whether there is anything new. */
export async function recall() {
  const found = await get("api/work");
  let own = null;
  try {
    own = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
  } catch {
    // Damaged: the folder's counts.
  }
  const fresh = !known.edition || (found.version > version && !unsent && !sending);
  if (!fresh) return { changed: [], fresh };
  version = found.version;
  if (!known.edition && own?.unsent && own.version === version) adopt({ ...own.state, question: known.start.question });
  else adopt(found.state);
  return { changed: found.changed, fresh };
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

export const there = (choice) => deckChoices().some(([value]) => value === choice);

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

/** Return what the server takes as a question: each setting that is not empty, with decks by their number. */
export async function question(ask, own = state.settings[ask] ?? {}) {
  const settings = {};
  const decks = [];
  const cards = ownCards();
  const take = async (choice) => {
    const found = await chosenDeck(choice);
    cards.push(...found.cards.filter((card) => !cards.some((other) => other.name === card.name)));
    return decks.push(found.deck) - 1;
  };
  const mine = cards.map((card) => card.name);
  const fields = known.start.questions[ask].settings;
  for (const { name, kind, several, needed } of fields) {
    const value = kind === "card" ? own[name]?.filter((one) => mine.includes(one)) : own[name];
    if (kind === "cards" || value === undefined || value === null || value === "" || (Array.isArray(value) && !value.length)) continue;
    if (kind !== "deck") settings[name] = value;
    else if (!several) {
      if (needed || there(value)) settings[name] = await take(value);
    } else {
      settings[name] = [];
      for (const choice of value.filter(there)) settings[name].push(await take(choice));
    }
  }
  const asked = fields.some(({ kind }) => kind === "card") ? settings.card ?? mine : settings.into?.map(([, name]) => name) ?? own.cards ?? [];
  return { version: known.start.question, ask, ...inEdition(), cards: cards.filter((card) => asked.includes(card.name) || inDecks(decks, card.name)), decks, settings, seed: state.seed };
}

const inDecks = (decks, name) => decks.some((deck) => [...deck.cards, ...deck.reserves].some(([, card]) => card === name));

/** Return what a link from a page holds: its question, or everything that lies on the workbench. */
export async function whole(page) {
  if (page === "judge" || page === "replay") return question(page === "replay" ? "replay" : state.ask);
  const at = page === "card" ? { card: state.card } : page === "deck" ? { deck: state.deck } : {};
  return { version: known.start.question, page, ...at, ...inEdition(), cards: ownCards(), decks: state.decks.map(bareDeck), seed: state.seed };
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

const laid = (value) => (typeof value === "string" ? words(value, 300) : Array.isArray(value) ? list(value, 130).map(laid) : ["number", "boolean"].includes(typeof value) ? value : "");

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
  if (!asked || typeof asked !== "object" || asked.version !== known.start.question) throw new Error("This link is of another version of kotc-sim.");
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
  if (!known.start.questions[asked.ask]) {
    keep();
    return ["card", "deck", "edition"].includes(asked.page) ? asked.page : "card";
  }
  const own = (state.settings[asked.ask] = {});
  for (const { name, kind } of known.start.questions[asked.ask].settings) {
    const value = asked.settings?.[name];
    if (kind === "cards") own[name] = sent.map((card) => card.name);
    else if (value !== undefined && value !== null) own[name] = kind === "deck" ? (Array.isArray(value) ? value.map((at) => `own:${at}`) : `own:${value}`) : laid(value);
  }
  if (asked.ask !== "replay") state.ask = asked.ask;
  keep();
  return asked.ask === "replay" ? "replay" : "judge";
}
