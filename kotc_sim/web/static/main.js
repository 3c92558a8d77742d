// The workbench: pages, the edition, links, files that are dropped.

import { get, post } from "./api.js";
import { $, download, fileName, mended, notice, options } from "./dom.js";
import * as cardPage from "./card.js";
import * as deckPage from "./deck.js";
import * as editionPage from "./edition.js";
import * as judgePage from "./judge.js";
import * as replayPage from "./replay.js";
import * as tablePage from "./table.js";
import { addCards, bareDeck, canUndo, changed, decode, dropProposal, inEdition, keep, known, lay, loadEdition, on, onKept, ownCards, recall, state, undo, whole } from "./state.js";

const PAGES = ["card", "judge", "deck", "edition", "play", "replay"];

function page(name, focus = true) {
  for (const one of PAGES) $(`page-${one}`).hidden = one !== name;
  for (const link of document.querySelectorAll("nav a")) {
    if (link.hash === `#${name}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  if (known.edition) ({ judge: judgePage.show, deck: deckPage.show, edition: editionPage.show, play: tablePage.show, replay: replayPage.show })[name]?.();
  retitle = name;
  titled();
  if (focus) $("main").focus({ preventScroll: true });
}

/** Say in the page's title where it is, and what is asked there. */
let retitle = "card";
export function titled() {
  const asked = { card: state.cards[state.card]?.name, judge: judgePage.named(), deck: state.decks[state.deck]?.name, edition: known.edition?.title, play: tablePage.named() }[retitle];
  document.title = [asked, `${retitle[0].toUpperCase()}${retitle.slice(1)}`, "kotc-sim"].filter(Boolean).join(" – ");
}

const go = (name) => {
  if (location.hash === `#${name}`) page(name);
  else location.hash = name;
};

async function hashed() {
  if (location.hash.startsWith("#q=")) {
    await open(location.hash);
    return;
  }
  const name = location.hash.slice(1);
  page(PAGES.includes(name) ? name : "card", Boolean(name));
}

const title = ({ title, year }) => `${title.replace(/^Keeper of the Cards, /, "")}${year ? ` (${year})` : ""}`;

async function refresh() {
  await loadEdition();
  options($("edition-name"), known.start.editions.map((one) => [one.name, title(one)]), state.edition);
  changed("edition");
  changed("proposal");
}

/** The page that is shown. */
const shown = () => PAGES.find((name) => !$(`page-${name}`).hidden);

async function open(link) {
  try {
    const name = lay(decode(link));
    await refresh();
    history.replaceState(null, "", `#${name}`);
    page(name);
    notice(name === "judge" || name === "replay" ? "The link's question lies on the workbench: run it to get its answer." : "What the link holds lies on the workbench.");
  } catch (error) {
    notice(error instanceof SyntaxError || error instanceof TypeError ? "This link is damaged: copy it whole." : error.message, true);
    history.replaceState(null, "", "#card");
    page("card");
  }
}

async function dropped(file) {
  try {
    if (file.size > 300000) throw new Error("This file is too large for a card, a deck or a proposal.");
    await lie(await post("api/open", { edition: state.edition, cards: ownCards(), text: await file.text() }), file.name);
  } catch (error) {
    notice(`${file.name}: ${error.message}`, true);
  }
}

/** Lay what a file holds on the workbench. */
async function lie(found, name) {
    if (found.kind === "edition") editionPage.openProposal(found);
    else if (found.edition !== state.edition) {
      state.edition = found.edition;
      dropProposal();
    }
    await refresh();
    if (found.kind !== "edition") addCards(found.cards);
    if (found.kind === "deck") deckPage.addDeck(found.deck);
    changed("cards");
    changed("decks");
    notice(`${name} lies on the workbench.`);
    go({ cards: "card", deck: "deck", edition: "edition" }[found.kind]);
}

/** Take files of the folder that somebody has changed. */
async function theirs(files) {
  for (const found of files) {
    if (found.error) notice(`${found.name}: ${found.error}`, true);
    else await lie(found, found.name);
  }
}

async function save(what) {
  try {
    const deck = state.decks[state.deck];
    if (what === "deck" && !deck) throw new Error("There is no deck to save.");
    const found = await post("api/save", { ...inEdition(), cards: ownCards(), what, ...(what === "deck" ? { deck: bareDeck(deck) } : {}) });
    const name = what === "deck" ? deck.name : what === "edition" ? state.proposal.name : state.cards.length === 1 ? state.cards[0].name : "cards";
    download(`${fileName(name)}.yaml`, found.text);
  } catch (error) {
    notice(error.message, true);
  }
}

function links() {
  const dialog = $("link-dialog");
  $("link-open").addEventListener("click", async () => {
    dialog.showModal();
    $("link-mine").value = "";
    try {
      $("link-mine").value = judgePage.link(await whole(shown()));
      $("link-mine").select();
    } catch (error) {
      $("link-mine").value = error.message;
    }
  });
  $("link-copy").addEventListener("click", () => judgePage.copy($("link-mine").value));
  $("link-go").addEventListener("click", () => {
    dialog.close();
    open($("link-theirs").value);
  });
}

function files() {
  for (const id of ["card-file", "deck-file", "edition-file"]) {
    $(id).addEventListener("change", () => {
      if ($(id).files[0]) dropped($(id).files[0]);
      $(id).value = "";
    });
  }
  document.addEventListener("dragover", (event) => {
    if (event.dataTransfer.types.includes("Files")) {
      event.preventDefault();
      document.body.classList.add("dropping");
    }
  });
  document.addEventListener("dragleave", (event) => event.relatedTarget === null && document.body.classList.remove("dropping"));
  document.addEventListener("drop", async (event) => {
    document.body.classList.remove("dropping");
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    for (const file of [...event.dataTransfer.files].slice(0, 10)) await dropped(file);
  });
}

async function start() {
  try {
    localStorage.setItem("kotc-sim workbench", location.pathname.split("/")[1]);
  } catch {
    // Then a link does not find this workbench by itself, and is pasted.
  }
  known.start = await get("api/start");
  onKept((failed, alike = []) => {
    if (failed) return notice(`Not kept: ${failed}`, true, "keep");
    mended("keep");
    Object.assign($("alike"), { textContent: alike.join(" "), hidden: !alike.length });
  });
  const { changed: files_ } = await recall();
  if (!known.start.editions.some((one) => one.name === state.edition)) state.edition = known.start.editions[0].name;
  const put = async (ask) => {
    state.ask = ask;
    keep();
    judgePage.show();
    go("judge");
    await judgePage.submit(ask);
  };
  cardPage.start(put);
  judgePage.start(async (...asked) => {
    replayPage.lay(...asked);
    await refresh();
    changed("cards");
    changed("decks");
    go("replay");
    await replayPage.play();
  });
  deckPage.start();
  editionPage.start(put);
  replayPage.start();
  tablePage.start(async (asked) => {
    if (await judgePage.submit(asked.ask, asked)) go("judge");
  }, () => go("replay"));
  $("edition-name").addEventListener("change", async () => {
    state.edition = $("edition-name").value;
    dropProposal();
    keep();
    await refresh();
  });
  for (const what of ["deck", "edition"]) on(`save-${what}`, () => save(what));
  on("edition-all vocabulary", refresh);
  on("edition cards decks ask runs table", titled);
  const takeBack = async () => {
    undo();
    await refresh();
    changed("cards");
    changed("decks");
  };
  $("undo").addEventListener("click", takeBack);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "z" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.target.matches("input, textarea")) return;
    event.preventDefault();
    if (canUndo()) takeBack();
  });
  on("kept", () => ($("undo").disabled = !canUndo()));
  $("card-save").addEventListener("click", () => save("cards"));
  links();
  files();
  addEventListener("hashchange", hashed);
  await refresh();
  judgePage.listen();
  await hashed();
  await theirs(files_);
  document.addEventListener("visibilitychange", async () => {
    if (document.hidden) return;
    const { changed: more, fresh } = await recall(); // what another tab has kept
    if (!fresh) return;
    await refresh();
    changed("cards");
    changed("decks");
    await theirs(more);
  });
  document.body.dataset.ready = "yes";
}

start().catch((error) => notice(error.message, true));
