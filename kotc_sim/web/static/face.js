// A card as the game's own cards are laid out, and sheets of them to be printed.

import { post } from "./api.js";
import { $, el, fill } from "./dom.js";
import { given, inEdition, known, state } from "./state.js";

/** A card's face; ``read`` is what the server says of it: its level, Ultra Points, legality. */
export function face(card, read) {
  const { terms, title } = known.edition;
  const numbers = "sp" in card && card.kind === "minion" ? `${card.sp} / ${card.hp}` : "attack" in card && card.kind === "creature" ? `${card.attack} / ${card.defense}` : "";
  const ultra = read?.ultra ? `${read.ultra} ${terms.ultra ?? "Ultra Points"}` : "";
  return el("figure", { class: `face ${card.kind}` },
    el("figcaption", {}, el("strong", {}, card.name), el("span", { class: "at", title: terms.level ?? "level" }, String(read?.cost ?? "–").replace("-", "−"))),
    el("small", {}, [terms[card.kind] ?? card.kind, card.type, card.subtype].filter(Boolean).join(", ")),
    el("p", {}, card.text),
    el("footer", {}, el("small", {}, title.replace(/^Keeper of the Cards, /, "")), el("small", {}, ultra), el("b", { title: numbers && card.kind === "minion" ? `${terms.sp ?? "SP"} / ${terms.hp ?? "HP"}` : null }, numbers)));
}

/** What the server says of a card, in the edition or in the proposal. */
export const costed = async (card, where = inEdition()) => (await post("api/cost", { ...where, card: given(card) })).card;

/** A card by its name: of the workbench, a shipped one, or a plain minion. */
function named(name) {
  const plain = /^minion (\d+)\/(\d+)$/.exec(name);
  return state.cards.find((card) => card.name === name) ?? known.edition.cards.find((card) => card.name === name)
    ?? (plain ? { name, kind: "minion", sp: Number(plain[1]), hp: Number(plain[2]), text: "" } : { name, kind: "", text: "" });
}

/** Print cards, so many of each. */
export async function sheet(entries) {
  const faces = [];
  for (const [count, name] of entries) {
    const card = named(name);
    const read = card.kind ? await costed(card) : null;
    for (let copy = 0; copy < Math.min(count, 200); copy++) faces.push(face(card, read));
  }
  fill($("sheet"), ...faces);
  print();
  fill($("sheet"));
}
