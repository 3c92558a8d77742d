// Small helpers. Everything that is shown is set as text: nothing of a card, a deck or a link is ever read as HTML.

export const $ = (id) => document.getElementById(id);

/** Make an element: attributes (on… are listeners), then children (elements or texts). */
export function el(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

export const button = (words, onclick, attributes = {}) => el("button", { type: "button", onclick, ...attributes }, words);

export function fill(parent, ...children) {
  parent.replaceChildren(...children.filter(Boolean));
}

/** Fill a parent with what may be made anew under the hands of whoever types in it: the field of the same label keeps the caret. */
export function refill(parent, ...children) {
  const typed = parent.contains(document.activeElement) ? document.activeElement : null;
  const { selectionStart, selectionEnd } = typed ?? {};
  fill(parent, ...children);
  const same = typed && [...parent.querySelectorAll(typed.localName)].find((one) => one.ariaLabel === typed.ariaLabel && one.type === typed.type);
  same?.focus();
  if (Number.isInteger(selectionStart)) same?.setSelectionRange(selectionStart, selectionEnd);
}

/** Fill a select with [value, words] pairs, and choose one. */
export function options(select, pairs, chosen) {
  fill(select, ...pairs.map(([value, words]) => el("option", { value, selected: value === chosen }, words)));
  if (pairs.some(([value]) => value === chosen)) select.value = chosen;
}

let fading = 0;
let about = "";
/** Say something to the user, as a line under the head of the page; it goes away by itself, and what is wrong as soon as it is mended. */
export function notice(words, bad = false, what = "") {
  about = what;
  const line = $("notice");
  line.textContent = words;
  line.className = bad ? "notice bad" : "notice";
  line.hidden = !words;
  clearTimeout(fading);
  if (words) fading = setTimeout(() => (line.hidden = true), bad ? 15000 : 6000);
}

/** Take back what was said to be wrong with something. */
export const mended = (what) => about === what && notice("");

/** Offer a text as a file. */
export function download(name, text) {
  const link = el("a", { href: URL.createObjectURL(new Blob([text], { type: "text/yaml" })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

export const fileName = (words) => words.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 50) || "untitled";

export function time(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
