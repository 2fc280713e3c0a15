/** Markup that is escaped by construction, and a patch to it that keeps focus, scroll and typed text. */

class Markup {
  constructor(text) {
    this.text = text;
  }
}

const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function shown(value) {
  if (value === null || value === undefined || value === false) return "";
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(shown).join("");
  return String(value).replace(/[&<>"']/g, (sign) => ENTITIES[sign]);
}

/** A template tag: what is interpolated is text unless it is markup itself; attributes must be quoted. */
export function html(strings, ...values) {
  let text = strings[0];
  values.forEach((value, index) => {
    text += shown(value) + strings[index + 1];
  });
  return new Markup(text);
}

export const flag = (name, on) => new Markup(on ? name : "");

/** An address that may stand in a link or picture: our own, http(s), tel, mail or a data picture; anything else is empty. */
export function address(text) {
  try {
    const url = new URL(text, location.href);
    const fine = ["http:", "https:", "tel:", "mailto:"].includes(url.protocol) || /^data:image\//i.test(text);
    return fine ? text : "";
  } catch {
    return "";
  }
}

const keyOf = (node) => (node.nodeType === Node.ELEMENT_NODE ? node.getAttribute("data-key") || node.id : "");

const drawn = new WeakMap(); // the text that each element was last patched to

/** Make the content what the markup says, touching only what differs. Children with `data-key` keep their identity. */
export function patch(element, markup) {
  const text = shown(markup);
  if (drawn.get(element) === text) return;
  drawn.set(element, text);
  const template = document.createElement("template");
  template.innerHTML = text;
  alignChildren(element, template.content);
}

function alignChildren(old, fresh) {
  const kept = new Map();
  for (const child of old.children) {
    const key = keyOf(child);
    if (key) kept.set(key, child);
  }
  const wanted = [...fresh.childNodes];
  const stay = new Set(wanted.map(keyOf));
  let cursor = old.firstChild;
  const passGone = () => {
    while (cursor && keyOf(cursor) && !stay.has(keyOf(cursor))) {
      const gone = cursor;
      cursor = cursor.nextSibling;
      gone.remove();
    }
  };
  for (const node of wanted) {
    passGone();
    const key = keyOf(node);
    const match = key ? kept.get(key) : cursor && !keyOf(cursor) ? cursor : null;
    if (match?.nodeName !== node.nodeName) {
      old.insertBefore(node, cursor);
    } else {
      if (match === cursor) cursor = cursor.nextSibling;
      else old.insertBefore(match, cursor);
      align(match, node);
    }
  }
  while (cursor) {
    const gone = cursor;
    cursor = cursor.nextSibling;
    gone.remove();
  }
}

function align(old, fresh) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
    return;
  }
  drawn.delete(old); // what was drawn into it by itself is drawn over
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) === value) continue;
    old.setAttribute(name, value);
    if (name === "value" && "value" in old) old.value = value;
    if (name === "checked" || name === "selected") old[name] = true;
  }
  for (const { name } of [...old.attributes]) {
    // Whether a dialog or a disclosure is open is the browser's business.
    if (fresh.hasAttribute(name) || (name === "open" && "open" in old)) continue;
    old.removeAttribute(name);
    if (name === "checked" || name === "selected") old[name] = false;
  }
  if (old.nodeName === "TEXTAREA") {
    if (old.defaultValue !== fresh.defaultValue) old.value = old.defaultValue = fresh.defaultValue;
    return;
  }
  if (!old.hasAttribute("data-keep")) alignChildren(old, fresh);
}
