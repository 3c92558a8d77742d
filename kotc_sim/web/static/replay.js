// The Replay page: one game, step by step.

import { get } from "./api.js";
import { $, el, fill, options } from "./dom.js";
import { deckChoices, keep, known, lay as layDown, on, state, there } from "./state.js";
import { runOf, submit } from "./judge.js";

let game = null;
let at = 0;
let waiting = "";

export function start() {
  const own = () => state.settings.replay;
  const fields = { a: "replay-a", b: "replay-b", strategy_a: "replay-pilot-a", strategy_b: "replay-pilot-b" };
  for (const [key, id] of Object.entries(fields)) $(id).addEventListener("change", () => ((own()[key] = $(id).value), keep()));
  $("replay-game").addEventListener("input", () => ((own().game = Number($("replay-game").value)), keep()));
  $("replay-all").addEventListener("change", () => {
    own().omniscient = $("replay-all").checked;
    keep();
    if (game?.seed !== undefined) play();
  });
  $("replay-form").addEventListener("submit", (event) => {
    event.preventDefault();
    play();
  });
  $("step").addEventListener("input", () => go(Number($("step").value)));
  $("step-first").addEventListener("click", () => go(0));
  $("step-back").addEventListener("click", () => go(at - 1));
  $("step-on").addEventListener("click", () => go(at + 1));
  $("step-turn").addEventListener("click", () => go(nextTurn()));
  document.addEventListener("keydown", keyed);
  on("edition decks", show);
  on("runs", look);
}

export function show() {
  const own = state.settings.replay;
  const decks = deckChoices().map(([value]) => value);
  const shipped = decks.filter((value) => value.startsWith("shipped:"));
  ["a", "b"].forEach((key, at) => (own[key] = there(own[key]) ? own[key] : shipped[at] ?? decks[0]));
  for (const [id, value] of [["replay-a", own.a], ["replay-b", own.b]]) options($(id), deckChoices(), value);
  const pilots = known.edition.pilots.map((name) => [name, name]);
  for (const [id, value] of [["replay-pilot-a", own.strategy_a], ["replay-pilot-b", own.strategy_b]]) {
    const more = pilots.some(([name]) => name === value) ? [] : [[value, value]];
    options($(id), [...pilots, ...more], value);
  }
  $("replay-game").value = own.game ?? 0;
  $("replay-all").checked = own.omniscient ?? false;
}

/** Lay a game that a report names on the workbench, as its run has it: the same decks, cards and proposal. */
export function lay(asked, number, pilotA, pilotB) {
  layDown({ ...asked, ask: "replay", settings: { a: 0, b: 1, game: number, strategy_a: pilotA ?? "greedy", strategy_b: pilotB ?? "greedy", boards: true } });
}

export async function play() {
  $("replay-state").textContent = "The game is being played …";
  const run = await submit("replay");
  waiting = run?.id ?? "";
  if (!run) $("replay-state").textContent = "";
  look();
}

async function look() {
  const run = waiting && runOf(waiting);
  if (!run || run.state === "waiting" || run.state === "running") {
    if (run) $("replay-state").textContent = run.progress.stage && run.progress.stage !== "starting" ? run.progress.stage : "The game is being played …";
    return;
  }
  waiting = "";
  if (run.state !== "done") {
    $("replay-state").textContent = run.message.at(-1) ?? "The run was cancelled.";
    return;
  }
  const last = game ? at : 0;
  const found = await get(`runs/${run.id}/result.json`);
  const [one, two] = found.score;
  const winner = one === two ? "A tie" : `${found.seats[one > two ? 0 : 1]} wins`;
  watch(found, `Game ${found.game}, seed ${found.seed}: ${winner} after ${found.turns} turns.`, last);
}

/** Show a game from a step on. */
export function watch(found, words, step) {
  game = found;
  $("replay-view").hidden = false;
  $("replay-state").textContent = words;
  $("step").max = game.boards.length - 1;
  log($("log"), game.log);
  go(Math.min(step, game.boards.length - 1));
}

export const log = (place, lines) => fill(place, ...lines.map((line) => el("li", { class: /^(— )?Turn /.test(line) ? "turn" : "" }, line)));

function nextTurn() {
  const turn = game.boards[at].turn;
  const found = game.boards.findIndex((board, step) => step > at && board.turn > turn);
  return found < 0 ? game.boards.length - 1 : found;
}

function keyed(event) {
  if (!game || $("page-replay").hidden || event.ctrlKey || event.metaKey || event.altKey) return;
  if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) && event.target.id !== "step") return;
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, PageDown: nextTurn(), Home: 0, End: game.boards.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  go(to);
}

function go(step) {
  at = Math.max(0, Math.min(game.boards.length - 1, step));
  const board = game.boards[at];
  $("step").value = at;
  const words = `Step ${at + 1} of ${game.boards.length}: turn ${board.turn}, ${game.seats[board.player]}, ${board.phase} Phase`;
  $("step-words").textContent = words;
  $("step").setAttribute("aria-valuetext", words);
  const seats = board.players.map((player, number) => seat(player, number, board.player === number, game.seats));
  fill($("boards"), ...seats.reverse());
  told(at ? game.boards[at - 1].line : 0, board.line);
}

/** Mark the lines of the log that tell of this step. */
function told(from, to) {
  const lines = $("log").children;
  for (let number = 0; number < lines.length; number++) {
    lines[number].classList.toggle("now", number >= from && number < to);
    lines[number].classList.toggle("later", number >= to);
  }
  const first = lines[Math.max(0, Math.min(from, to - 1))];
  if (first) $("log").scrollTop = first.offsetTop - 60; // the log is what its lines' places are counted from
}

/** One side of the table. */
export function seat(player, number, active, names) {
  const terms = known.edition.terms;
  const pile = (name, cards) => (cards.length ? el("details", { class: "pile" }, el("summary", {}, `${name} ${cards.length}`), el("p", {}, cards.map((card) => card.name ?? "?").join(", "))) : el("span", { class: "pile" }, `${name} 0`));
  const count = (name, number) => el("span", { class: "pile" }, `${name} ${number}`);
  const ofKeeper = "battlefield" in player;
  const field = ofKeeper ? player.battlefield.map(minion) : [...player.creatures.map(creature), ...player.magic.map(magic)];
  const piles = ofKeeper
    ? [count(`${terms.granary ?? "granary"}`, `${player.granary.length} (${player.free} ready)`), count(terms.deck ?? "deck", player.deck),
      player.trapfield.length ? count("traps", player.trapfield.length) : null, pile(terms.grave ?? "grave", player.grave)]
    : [count("deck", player.deck), pile("discard pile", player.discard)];
  const life = ofKeeper ? `${player.hp} ${terms.life ?? "HP"}` : `${player.points} points`;
  return el("section", { class: active ? "seat active" : "seat", "aria-label": names[number] },
    el("h3", {}, el("small", {}, `Player ${number + 1}: `), `${names[number]} `, el("strong", { class: "hp" }, life), active ? el("small", {}, " to play") : null),
    el("div", { class: "field" }, ...(field.length ? field : [el("p", { class: "hint" }, `no ${ofKeeper ? terms.minions ?? "minions" : "creatures"}`)])),
    el("div", { class: "hand", role: "group", "aria-label": `Hand: ${player.hand.length} cards` }, ...player.hand.map((card) => el("span", { class: card.name ? "slip" : "slip back", title: textOf(card.name) }, card.name ?? "?"))),
    el("p", { class: "piles" }, ...piles.filter(Boolean)));
}

/** What stands on a card, as far as the page has it. */
const textOf = (name) => [...state.cards, ...known.edition.cards].find((card) => card.name === name?.replace(/ #\d+$/, ""))?.text;

const box = (name, stats, marks, classes) =>
  el("div", { class: `minion ${classes.join(" ")}`, title: textOf(name) }, el("span", { class: "what" }, name), el("span", { class: "stats" }, stats), marks.length ? el("small", {}, marks.join(", ")) : null);

function minion(card) {
  const marks = [card.exhausted && "exhausted", card.fatigued && "fatigued", card.petrified && "petrified"].filter(Boolean);
  const counters = card.counters.map(([name, count]) => `${count} ${name.replace(" Counter", "")}`);
  return box(card.petrified ? "(petrified)" : card.name ?? "?", `${card.sp}/${card.hp}`, [...marks, ...counters], marks);
}

function creature(card) {
  const marks = [card.exhausted && "tapped", card.down && "face-down", card.under && `on ${card.under} more`].filter(Boolean);
  return box(card.name ?? "face-down", card.name ? `${card.attack}/${card.defense}` : "?", marks, card.exhausted ? ["exhausted"] : []);
}

const magic = (card) => box(card.name ?? "face-down", "magic", [card.exhausted && "tapped", card.down && "face-down"].filter(Boolean), card.exhausted ? ["exhausted"] : []);
