// Fields of a form, made from what the server says of a question's declaration (api/start): how each is shown, and what it may hold.

import { button, el, fill, options } from "./dom.js";
import { deckChoices, keep, known, state, there, vocabulary } from "./state.js";

export const MOST_TEXTS = 6;

/** Set a setting; what is empty is not sent, and the default of the declaration counts. */
export function put(own, name, value) {
  if (value === "" || value === undefined || (Array.isArray(value) && !value.length)) delete own[name];
  else own[name] = value;
  keep();
}

export const labelled = (words, field, help) => el("label", { class: field.type === "checkbox" ? "check" : null },
  ...(field.type === "checkbox" ? [field, ` ${words}`] : [`${words} `, field]), help ? el("small", {}, help) : null);

/** A select of [value, words] pairs. */
export function select(own, name, pairs, then = () => {}) {
  const made = el("select", { onchange: () => (put(own, name, made.value), then()) });
  options(made, pairs, own[name] ?? "");
  return made;
}

export const line = (own, name, attributes = {}) =>
  el("input", { value: own[name] ?? "", autocomplete: "off", maxlength: 300, oninput: (event) => put(own, name, event.target.value.trim()), ...attributes });

/** A number, with a line that says its limits as long as it is beyond them. */
export function number(own, name, { low, high, whole = true, usual = "" }, words) {
  const told = el("small", { class: "bad", role: "status" });
  const field = el("input", { type: "number", min: low, max: high, step: whole ? 1 : "any", value: own[name] ?? "", placeholder: usual ?? "", "aria-label": words,
    oninput: () => {
      told.textContent = field.validity.valid ? "" : limits(low, high, whole);
      put(own, name, field.value === "" ? "" : Number(field.value));
    } });
  return el("span", { class: "number" }, field, told);
}

export const limits = (low, high, whole = true) => `${whole ? "A whole number" : "A number"} from ${low.toLocaleString("en")} to ${high.toLocaleString("en")}.`;

export const pilots = (none) => [["", none], ...known.edition.pilots.filter((name) => name !== "random").map((name) => [name, name])];

/** Boxes of [value, words] pairs, of which any number is ticked. */
export function boxes(own, name, pairs, words, usual = []) {
  const chosen = own[name] ?? usual;
  const box = ([value, title]) => el("label", { class: "check" }, el("input", { type: "checkbox", checked: chosen.includes(value), onchange: (event) => {
    const before = own[name] ?? usual;
    put(own, name, event.target.checked ? [...before, value] : before.filter((one) => one !== value));
  } }), ` ${title}`);
  return el("fieldset", { class: "boxes" }, el("legend", {}, words), ...pairs.map(box));
}

/** A list that grows by what stands in fields beside a button. */
function growing(own, name, fields, take, told) {
  const list = el("ul", { class: "entries" });
  const draw = () => fill(list, ...(own[name] ?? []).map((one, at) => el("li", {}, el("span", {}, told(one)), button("Remove", () => (put(own, name, own[name].filter((_, other) => other !== at)), draw())))));
  const add = () => {
    const value = take();
    if (value) put(own, name, [...(own[name] ?? []), value]);
    draw();
  };
  for (const field of fields) field.addEventListener("keydown", (event) => event.key === "Enter" && (event.preventDefault(), add()));
  draw();
  return [el("p", { class: "row" }, ...fields, button("Add", add)), list];
}

const bare = (text) => (known.edition.form.lines ? text : text.replace(/[.;:→]$/, ""));

export function texts(own, name, words) {
  const { lines } = known.edition.form;
  const field = el("input", { list: `${name}-texts`, autocomplete: "off", maxlength: 200, "aria-label": words, placeholder: lines ? "normal: You draw 1 card." : "destroy the targets" });
  const take = () => {
    const text = bare(field.value.trim());
    field.value = "";
    return (own[name] ?? []).length < MOST_TEXTS && !own[name]?.includes(text) && text;
  };
  const known_ = vocabulary().filter((row) => !row.banned).map((row) => el("option", { value: lines ? row.written : bare(row.text) }));
  return el("fieldset", {}, el("legend", {}, words), ...growing(own, name, [field], take, (text) => text), el("datalist", { id: `${name}-texts` }, ...known_));
}

export function copies(own, name, words) {
  const count = el("input", { type: "number", min: 1, max: 99, value: 2, "aria-label": `${words}: number` });
  const card = el("input", { list: `${name}-names`, autocomplete: "off", maxlength: 80, "aria-label": `${words}: card` });
  const take = () => {
    if (!card.value.trim() || !count.reportValidity()) return null;
    const entry = [Number(count.value), card.value.trim()];
    card.value = "";
    return entry;
  };
  const names = [...state.cards, ...known.edition.cards].map((one) => el("option", { value: one.name }));
  return el("fieldset", {}, el("legend", {}, words), ...growing(own, name, [count, card], take, ([many, title]) => `${many} × ${title}`), el("datalist", { id: `${name}-names` }, ...names));
}

const named = () => state.cards.filter((card) => card.name.trim()).map((card) => [card.name, card.name]);
const usual = ({ default: value }) => (value === null || value === "" ? "as usual" : String(value));

/** A deck: one that there is, where one is needed. */
export function deck(own, name, none, then) {
  if (own[name] && !there(own[name])) delete own[name];
  return select(own, name, none === null ? deckChoices() : [["", none], ...deckChoices()], then);
}

/** Fields by what a setting holds; null if it is not shown. */
const FIELDS = {
  flag: (own, one) => labelled(one.label, el("input", { type: "checkbox", checked: own[one.name] ?? one.default, onchange: (event) => put(own, one.name, event.target.checked) }), one.help),
  whole: (own, one) => labelled(one.label, number(own, one.name, { low: one.low, high: one.high, usual: one.default }, one.label), one.help),
  number: (own, one) => labelled(one.label, number(own, one.name, { low: one.low, high: one.high, usual: one.default, whole: false }, one.label), one.help),
  words: (own, one) => labelled(one.label, line(own, one.name, { placeholder: one.default ?? "", required: one.needed }), one.help),
  choice: (own, one) => labelled(one.label, select(own, one.name, [["", usual(one)], ...one.choices.map((word) => [word, word])]), one.help),
  shipped: (own, one) => {
    const all = known.start.editions.filter((edition) => edition.game === known.edition.game).map(({ name }) => [name, name]);
    if (!all.some(([name]) => name === own[one.name])) own[one.name] = state.edition;
    return labelled(one.label, select(own, one.name, all), one.help);
  },
  pilot: (own, one) => {
    const made = el("select", { onchange: () => put(own, one.name, made.value && one.several ? [made.value] : made.value) });
    options(made, pilots(usual(one)), [own[one.name] ?? ""].flat()[0]);
    return labelled(one.label, made, one.help);
  },
  deck: (own, one) => one.several
    ? boxes(own, one.name, deckChoices(), `${one.label}: ${one.help}`)
    : labelled(one.label, deck(own, one.name, one.needed ? null : "as usual"), one.help),
  card: (own, one) => boxes(own, one.name, named(), one.help, named().map(([name]) => name)),
  cards: (own, one) => boxes(own, one.name, named(), one.help),
  text: (own, one) => texts(own, one.name, one.help),
  copies: (own, one) => copies(own, one.name, one.help),
  edition: () => null,
};

/** The field of a setting. */
export const field = (own, one) => FIELDS[one.kind](own, one);
