/** Markup that is escaped by construction, and a patch to it that keeps focus, scroll and typed text. */

/** @import { Renderable } from "./types" */

/** Text that may stand in a page as it is. */
export class Markup {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }
}

/** @type {Record<string, string>} */
const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/**
 * @param {Renderable} value
 * @returns {string}
 */
function toText(value) {
  if (value === null || value === undefined || value === false) return "";
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(toText).join("");
  return String(value).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}

/**
 * A template tag: what is interpolated is text unless it is markup itself; attributes must be quoted.
 * @param {TemplateStringsArray} strings
 * @param {Renderable[]} values
 */
export function html(strings, ...values) {
  let text = strings[0] ?? "";
  values.forEach((value, index) => {
    text += toText(value) + strings[index + 1];
  });
  return new Markup(text);
}

/**
 * @param {string} name
 * @param {boolean} isOn
 */
export const booleanAttribute = (name, isOn) => new Markup(isOn ? name : "");

/**
 * An attribute that is left out where it has nothing to say.
 * @param {string} name
 * @param {string} value
 */
export const attribute = (name, value) => value && html`${new Markup(name)}="${value}"`;

/**
 * An address that may stand in a link or picture: our own, http(s), tel, mail or a data picture; anything else is empty.
 * @param {string} text
 */
export function safeUrl(text) {
  try {
    const url = new URL(text, location.href);
    const isSafe = ["http:", "https:", "tel:", "mailto:"].includes(url.protocol) || /^data:image\//i.test(text);
    return isSafe ? text : "";
  } catch {
    return "";
  }
}

/**
 * An element of the page's own frame, which is always there.
 * @param {string} id
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`no element #${id}`);
  return element;
}

/** @param {Node} node */
const keyOf = (node) => (node instanceof Element ? node.getAttribute("data-key") || node.id : "");

/**
 * The text that each element was last patched to.
 * @type {WeakMap<Node, string>}
 */
const patchedTexts = new WeakMap();

/**
 * Make the content what the markup says, touching only what differs. Children with `data-key` keep their identity; what is in
 * those with `data-own` is drawn by itself.
 * @param {Element} element
 * @param {Renderable} markup
 */
export function patch(element, markup) {
  const text = toText(markup);
  if (patchedTexts.get(element) === text) return;
  patchedTexts.set(element, text);
  const template = document.createElement("template");
  template.innerHTML = text;
  patchChildren(element, template.content);
}

/**
 * @param {Element} current
 * @param {ParentNode} wanted
 */
function patchChildren(current, wanted) {
  const keyed = childrenByKey(current);
  const wantedNodes = [...wanted.childNodes];
  const wantedKeys = new Set(wantedNodes.map(keyOf));
  const isStale = (/** @type {ChildNode | null} */ node) =>
    Boolean(node && keyOf(node) && !wantedKeys.has(keyOf(node)));
  let cursor = current.firstChild;
  for (const node of wantedNodes) {
    while (isStale(cursor)) cursor = removeAndPass(cursor);
    const key = keyOf(node);
    const match = key ? keyed.get(key) : cursor && !keyOf(cursor) && cursor;
    if (!match || match.nodeName !== node.nodeName) {
      current.insertBefore(node, cursor);
    } else {
      if (match === cursor) cursor = cursor.nextSibling;
      else current.insertBefore(match, cursor);
      patchNode(match, node);
    }
  }
  while (cursor) cursor = removeAndPass(cursor);
}

/** @param {Element} parent */
function childrenByKey(parent) {
  /** @type {Map<string, ChildNode>} */
  const keyed = new Map();
  for (const child of parent.children) {
    const key = keyOf(child);
    if (key) keyed.set(key, child);
  }
  return keyed;
}

/**
 * Take a node out; gives the one after it.
 * @param {ChildNode | null} node
 */
function removeAndPass(node) {
  const next = node?.nextSibling ?? null;
  node?.remove();
  return next;
}

/**
 * @param {ChildNode} current
 * @param {ChildNode} wanted
 */
function patchNode(current, wanted) {
  if (!(current instanceof Element && wanted instanceof Element)) {
    if (current.nodeValue !== wanted.nodeValue) current.nodeValue = wanted.nodeValue;
    return;
  }
  patchAttributes(current, wanted);
  if (wanted.hasAttribute("data-own")) return;
  patchedTexts.delete(current); // what was drawn into it by itself is drawn over
  if (current instanceof HTMLTextAreaElement && wanted instanceof HTMLTextAreaElement) {
    if (current.defaultValue !== wanted.defaultValue) {
      current.defaultValue = wanted.defaultValue;
      current.value = wanted.defaultValue;
    }
    return;
  }
  patchChildren(current, wanted);
}

/**
 * A field's attribute is only what it began with, so a changed one changes the property too.
 * @param {Element} current
 * @param {Element} wanted
 */
function patchAttributes(current, wanted) {
  for (const { name, value } of wanted.attributes) {
    if (current.getAttribute(name) === value) continue;
    current.setAttribute(name, value);
    if (name === "value" && "value" in current) current.value = value;
    setToggle(current, name, true);
  }
  for (const { name } of [...current.attributes]) {
    // Whether a dialog or a disclosure is open is the browser's business.
    if (wanted.hasAttribute(name) || (name === "open" && "open" in current)) continue;
    current.removeAttribute(name);
    setToggle(current, name, false);
  }
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {boolean} isOn
 */
function setToggle(element, name, isOn) {
  if (name === "checked" && element instanceof HTMLInputElement) element.checked = isOn;
  if (name === "selected" && element instanceof HTMLOptionElement) element.selected = isOn;
}
