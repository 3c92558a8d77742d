// The Edition page: a proposal as its differences from the edition that it changes, and what they do to cards.

import { post } from "./api.js";
import { $, button, el, fill, refill } from "./dom.js";
import { changed, dropProposal, hasProposal, keep, known, on, ownCards, proposal, state } from "./state.js";
import { matching } from "./card.js";
import { limits } from "./form.js";

const PAUSE = 400; // milliseconds after a key, before new texts are read
let asking = false;
let again = false;
let typing = 0;

export function start(ask) {
  $("edit-search").addEventListener("input", rows);
  $("proposal-name").addEventListener("input", () => {
    state.proposal.name = $("proposal-name").value || "a proposal";
    changed("proposal");
  });
  $("edition-drop").addEventListener("click", () => {
    dropProposal();
    changed("proposal");
    changed("vocabulary");
  });
  $("edit-rest").addEventListener("input", () => {
    state.proposal.rest = $("edit-rest").value;
    keep();
    clearTimeout(typing);
    typing = setTimeout(() => changed("vocabulary"), PAUSE);
  });
  $("edition-ask").addEventListener("click", () => {
    state.settings["edition diff"] = { ...state.settings["edition diff"], before: state.edition };
    ask("edition diff");
  });
  $("edition-save").addEventListener("click", () => changed("save-edition"));
  on("edition", show);
  on("proposal cards", () => {
    changes();
    levels();
  });
}

export function show() {
  if (document.activeElement !== $("edit-rest")) {
    $("edit-rest").value = state.proposal.rest;
    if (state.proposal.rest) $("edit-more").open = true;
  }
  const { priced } = known.edition.form;
  $("prices-head").replaceChildren(...["Text or switch", ...(priced ? ["Now", "Proposed", "Ultra", "Banned"] : ["Now", "Proposed", "Banned"])].map((words) => el("th", { scope: "col" }, words)));
  rows();
  changes();
  levels();
}

const word = (value) => (value === null ? "none" : String(value));

async function rows() {
  if (document.activeElement !== $("proposal-name")) $("proposal-name").value = state.proposal.name;
  const words = $("edit-search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const components = await matching($("edit-search"), known.edition.components).catch(() => known.edition.components);
  if (!components) return;
  const has = (text) => words.every((word) => text.toLowerCase().includes(word));
  const rules = known.edition.rules.filter((rule) => has(`${rule.name.replaceAll("_", " ")} ${rule.meaning} switch rule`));
  refill($("prices"), ...components.map(component), ...rules.map(rule));
  $("edit-count").textContent = `${words.length ? "Found: " : ""}${components.length} ${components.length === 1 ? "text" : "texts"}, ${rules.length} ${rules.length === 1 ? "switch" : "switches"}.`;
}

function change(id, part, value, before) {
  const own = { ...state.proposal.components[id] };
  if (value === before || value === "") delete own[part];
  else own[part] = value;
  if (Object.keys(own).length) state.proposal.components[id] = own;
  else delete state.proposal.components[id];
  changed("proposal");
}

function component(row) {
  const own = state.proposal.components[row.id] ?? {};
  const field = (part, attributes) => el("input", { "aria-label": `${row.text}: ${part}`, ...attributes });
  const banned = (name) => el("td", { "data-label": name }, field("banned", { type: "checkbox", checked: own.banned ?? Boolean(row.banned),
    onchange: (event) => change(row.id, "banned", event.target.checked, Boolean(row.banned)) }));
  if (!known.edition.form.priced) return el("tr", {}, el("th", { scope: "row" }, row.text), el("td", { class: "formula", "data-label": "for" }, row.section), el("td"), banned("taken out"));
  return el("tr", {},
    el("th", { scope: "row", title: row.meaning }, row.text, el("small", {}, row.id)), el("td", { class: "formula", "data-label": "now" }, row.level),
    el("td", { "data-label": "proposed" }, field("level", { value: own.level ?? "", placeholder: row.level, maxlength: 60, spellcheck: "false", autocomplete: "off",
      oninput: (event) => change(row.id, "level", event.target.value.trim().toLowerCase(), row.level) })),
    el("td", { "data-label": known.edition.terms.ultra ?? "Ultra Points" }, field("Ultra Points", { type: "number", min: 0, max: 99, value: own.ultra ?? row.ultra,
      oninput: ({ target }) => {
        const within = target.value !== "" && target.validity.valid;
        target.setAttribute("aria-invalid", String(!within));
        $("edit-count").textContent = within ? "" : `${row.text} Ultra Points: ${limits(0, 99)}`;
        if (within) change(row.id, "ultra", Number(target.value), row.ultra);
      } })),
    banned("banned"));
}

function rule(row) {
  const own = row.name in state.proposal.rules ? state.proposal.rules[row.name] : undefined;
  const name = row.name.replaceAll("_", " ");
  const set = (value) => {
    if (value === undefined || word(value) === word(row.value)) delete state.proposal.rules[row.name];
    else state.proposal.rules[row.name] = value;
    changed("proposal");
  };
  let field;
  if (Array.isArray(row.values)) {
    field = el("select", { "aria-label": name, onchange: () => set(row.values.find((value) => word(value) === field.value)) },
      ...row.values.map((value) => el("option", { value: word(value) }, word(value))));
    field.value = word(own === undefined ? row.value : own);
  } else {
    const range = typeof row.values === "object";
    field = el("input", { "aria-label": name, value: own === undefined ? "" : word(own), placeholder: word(row.value), maxlength: 60, autocomplete: "off",
      oninput: () => {
        const text = field.value.trim().toLowerCase();
        set(text === "" ? undefined : range && /^\d{1,6}$/.test(text) ? Number(text) : text);
      } });
  }
  return el("tr", {}, el("th", { scope: "row", title: row.meaning }, name, el("small", {}, row.meaning)), el("td", { class: "formula", "data-label": "now" }, word(row.value)), el("td", { colspan: 3, "data-label": "proposed" }, field));
}

function changes() {
  const { rules, components } = state.proposal;
  const line = (name, before, after, undo) => el("li", {}, el("strong", {}, name), " ", el("del", {}, before), " → ", el("ins", {}, after), " ", button("Undo", undo, { "aria-label": `Undo ${name}` }));
  const undone = (remove) => () => {
    remove();
    changed("proposal");
    rows();
  };
  const found = [];
  for (const [id, own] of Object.entries(components)) {
    const row = known.edition.components.find((one) => one.id === id);
    const undo = undone(() => delete state.proposal.components[id]);
    if ("level" in own) found.push(line(row?.text ?? id, row?.level ?? "?", own.level, undo));
    if ("ultra" in own) found.push(line(`${row?.text ?? id} (Ultra Points)`, String(row?.ultra ?? "?"), String(own.ultra), undo));
    if ("banned" in own) found.push(line(row?.text ?? id, own.banned ? "allowed" : "banned", own.banned ? "banned" : "allowed", undo));
  }
  for (const [name, value] of Object.entries(rules)) {
    const row = known.edition.rules.find((one) => one.name === name);
    found.push(line(name.replaceAll("_", " "), row ? word(row.value) : "?", word(value), undone(() => delete state.proposal.rules[name])));
  }
  const { added, gone, reworded } = known.edition;
  const plain = (words, text) => el("li", {}, el("small", {}, `${words}: `), el("strong", {}, text));
  found.push(...added.map((row) => plain(row.level ? `new text, ${row.level}` : "new text", row.text)));
  found.push(...gone.filter((id) => !components[id]).map((id) => plain("taken out", known.edition.components.find((row) => row.id === id)?.text ?? id)));
  found.push(...Object.values(reworded).map((text) => plain("reads now", text)));
  const parts = [...state.proposal.rest.matchAll(/^([a-z_]+):/gm)].map(([, key]) => key).filter((key) => !Object.values(known.edition.form.sections).includes(key) && key !== "templates");
  if (parts.length) found.push(plain("also changed", parts.join(", ")));
  fill($("changes"), ...(found.length ? found : [el("li", { class: "hint" }, `None: everything is as in ${known.edition.title}.`)]));
  $("proposed").hidden = !hasProposal();
  $("edition-ask").disabled = !hasProposal();
}

async function levels() {
  if (asking) return void (again = true);
  if (!hasProposal()) {
    fill($("levels"));
    fill($("edit-faults"));
    $("levels-note").textContent = "Change a price, and the levels that change are listed here.";
    return;
  }
  asking = true;
  try {
    draw(await post("api/levels", { edition: state.edition, proposal: proposal(), cards: ownCards() }));
    fill($("edit-faults"));
  } catch (error) {
    fill($("edit-faults"), el("p", {}, error.message));
    $("levels-note").textContent = "";
    fill($("levels"));
  } finally {
    asking = false;
    if (again) {
      again = false;
      levels();
    }
  }
}

function draw(found) {
  const told = (one) => (one === null ? "unreadable" : `${one.level}${one.ultra ? ` +${one.ultra}U` : ""}${one.legal ? "" : ", not legal"}`);
  const moved = found.filter((row) => told(row.before) !== told(row.after));
  $("levels-note").textContent = `${moved.length} of ${found.length} cards change (yours, and those that are shipped).`;
  const by = (row) => (row.before && row.after ? row.after.level - row.before.level : 0);
  moved.sort((a, b) => Math.abs(by(b)) - Math.abs(by(a)));
  fill($("levels"), ...moved.slice(0, 60).map((row) => {
    const step = by(row);
    return el("tr", {}, el("th", { scope: "row" }, row.name, row.own ? el("small", {}, " yours") : null), el("td", {}, told(row.before)), el("td", {}, "→"), el("td", {}, told(row.after)),
      el("td", { class: step > 0 ? "up" : step < 0 ? "down" : "" }, step ? `${step > 0 ? "+" : "−"}${Math.abs(step)}` : ""));
  }));
}

/** Take a proposal that was opened; the edition is loaded after. */
export function openProposal(found) {
  state.edition = found.edition;
  state.proposal = { rest: "", ...found.proposal };
}
