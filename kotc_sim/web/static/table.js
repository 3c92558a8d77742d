// The Play page: a game against a pilot. The server asks what the engine asks, and tells what a player may know.

import { get, post } from "./api.js";
import { $, button, el, fill, mended, notice, options } from "./dom.js";
import { log, seat, watch } from "./replay.js";
import { changed, deckChoices, keep, known, on, question, state, there } from "./state.js";

let games = [];
let at = null; // what the table shows
let busy = false;
let count = () => {};
let replay = () => {};

const own = () => (state.settings.table ??= {});

/** Start the page; it is told what counts games in a match-up, and what opens the Replay page. */
export function start(counted, opened) {
  [count, replay] = [counted, opened];
  for (const key of ["a", "b", "strategy_b"]) $(`table-${key}`).addEventListener("change", (event) => ((own()[key] = event.target.value), keep()));
  $("table-form").addEventListener("submit", (event) => {
    event.preventDefault();
    sit();
  });
  on("edition decks", () => !$("page-play").hidden && show());
}

export async function show() {
  const decks = deckChoices().map(([value]) => value);
  const shipped = decks.filter((value) => value.startsWith("shipped:"));
  const chosen = own();
  chosen.a = there(chosen.a) ? chosen.a : decks[0];
  chosen.b = there(chosen.b) ? chosen.b : shipped[1] ?? decks[0];
  const pilots = known.edition.pilots;
  chosen.strategy_b = pilots.includes(chosen.strategy_b) ? chosen.strategy_b : "greedy";
  for (const key of ["a", "b"]) options($(`table-${key}`), deckChoices(), chosen[key]);
  options($("table-strategy_b"), pilots.map((name) => [name, name]), chosen.strategy_b);
  await list();
  const going = games.find((game) => game.score === null);
  if (!at && going) await open(going);
}

async function list() {
  games = await get("api/tables");
  const rows = games.slice(0, 40).map((game) => el("li", {}, el("span", {}, `${title(game)}: ${ended(game.score)}`),
    game.score === null ? button("Go on", () => open(game)) : button("Watch", () => watched(game)),
    button("Remove", () => remove(game), { "aria-label": `Remove: ${title(game)}` })));
  fill($("table-games"), ...rows);
  fill($("table-counts"), ...tallies().map(({ game, won, lost, tied }) => {
    const played = `${won}-${lost}${tied ? `-${tied}` : ""}`;
    const counted = () => count({ ...game.asked, ask: "matchup", settings: { decks: [0, 1], quick: true, played } });
    return el("li", {}, el("span", {}, `${title(game)}: ${played}`), won + lost ? button("Count them in a match-up", counted) : null);
  }));
  $("table-none").hidden = games.length > 0;
}

/** What the page shows, for its title. */
export const named = () => (at ? at.seats.join(" against ") : "");

const ended = (score) => ({ null: "not over", 1: "you won", 0: "you lost" })[score] ?? "a tie";
const title = ({ asked }) => `${asked.decks[asked.settings.a].name} against ${asked.decks[asked.settings.b].name}, played by ${asked.settings.strategy_b}`;

/** The games that are over, together by decks and pilot. */
function tallies() {
  const found = new Map();
  for (const game of games.filter((one) => one.score !== null)) {
    const { edition, proposal, cards, decks, settings } = game.asked;
    const key = JSON.stringify([edition, proposal, cards, decks, settings.strategy_b]);
    const row = found.get(key) ?? { game, won: 0, lost: 0, tied: 0 };
    row[game.score === 1 ? "won" : game.score === 0 ? "lost" : "tied"] += 1;
    found.set(key, row);
  }
  return [...found.values()];
}

/** Ask the server one thing at a time, and show what the table shows then. */
async function ask(path, content, words) {
  if (busy) return;
  busy = true;
  $("table-state").textContent = words;
  for (const one of $("table-options").querySelectorAll("button")) one.disabled = true;
  try {
    at = await post(path, content);
    mended("table");
    draw();
    changed("table");
  } catch (error) {
    $("table-state").textContent = "";
    notice(error.message, true, "table");
  } finally {
    busy = false;
  }
}

async function sit() {
  try {
    const { a, b, strategy_b } = own();
    const game = games.length ? 1 + Math.max(...games.map((one) => one.asked.settings.game)) : 0;
    await ask("api/tables", await question("replay", { a, b, strategy_b, game }), "The cards are dealt; best and quick learn the decks first …");
    await list();
  } catch (error) {
    notice(error.message, true);
  }
}

const open = (game) => ask(`api/tables/${game.id}`, {}, "The game is laid out …");

async function remove(game) {
  await post(`api/tables/${game.id}`, { remove: true });
  if (at?.id === game.id) {
    at = null;
    $("table-view").hidden = true;
  }
  await list();
}

async function watched(game, step = 0) {
  watch(await get(`tables/${game.id}/result.json`), `${title(game)}: ${ended(game.score)}.`, step);
  replay();
}

async function pick(number) {
  await ask(`api/tables/${at.id}`, { at: at.at, pick: number }, "The pilot plays …");
  if (at.over) await list();
}

function draw() {
  const { board, seats, seat: mine, options: all, log: lines, over, result } = at;
  $("table-view").hidden = false;
  $("table-state").textContent = over ? `The game is over: ${ended(result.score[mine])}.` : `Turn ${board.turn}, ${board.phase} Phase${board.player === mine ? ", your turn" : ""}. You are player ${mine + 1}.`;
  $("table-question").textContent = at.question;
  fill($("table-options"), ...all.map((words, number) => button(words, () => pick(number))), over ? button("Watch it step by step", () => watched(over_())) : null);
  fill($("table-thoughts"), ...(over ? thoughts(result) : []));
  const shown = board.players.map((player, number) => seat(player, number, board.player === number, seats));
  fill($("table-boards"), shown[1 - mine], shown[mine]);
  log($("table-log"), lines);
  $("table-log").scrollTop = $("table-log").scrollHeight;
  $("table-options").firstElementChild?.focus({ preventScroll: true });
}

const over_ = () => games.find((game) => game.id === at.id);

/** The moments where the pilot would have chosen otherwise. */
function thoughts(result) {
  const by = (one) => one.by === null ? "it did not look at your choice" : result.chances ? `${(50 * one.by).toFixed(1)} points of the chance to win` : `${one.by.toPrecision(2)} in its own score`;
  const bare = (words) => words.replace(/\.$/, "");
  const line = (one) => el("li", {}, el("span", {}, `Turn ${one.turn}. ${one.question} You: ${bare(one.chosen)}. The pilot: ${bare(one.better)} (${by(one)}).`), button("See it", () => watched(over_(), one.at)));
  return [el("h2", {}, "Where the pilot would have chosen otherwise"),
    result.thoughts.length ? el("ul", { class: "entries" }, ...result.thoughts.map(line)) : el("p", { class: "hint" }, "Nowhere.")];
}
