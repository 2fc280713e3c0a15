/**
 * The cart: shows a tap at once, tells the server in order, and goes back with a message when the server refuses. Without a
 * network what was tapped stays on the phone, and is told as soon as there is one.
 */

import { OfflineError, RefusedError } from "../shared/request.js";
import { localStore } from "../shared/storage.js";
import { haptic } from "../shared/telegram.js";
import { announce, showToast } from "../shared/toast.js";
import { api } from "./api.js";
import { launch } from "./launch.js";
import { setState, state } from "./state.js";
import { t } from "./texts.js";

/** @import { Cart, CartLine, Choice } from "./types" */

/** @typedef {{ line: CartLine, quantity: number }} Wish */

const MAX_QUANTITY = 10_000; // of a line, as the server has it
const RETRY_MS = 5000;

/** Whose cart it is: several people of a messenger may share this device. */
const owner = launch.user?.id ?? 0;
/** What the phone keeps: the cart as it came last, and what was not told. */
const remembered = localStore.get("cart", {
  owner,
  cart: /** @type {Cart} */ ({ items: [], items_total: 0, count: 0 }),
  wishes: /** @type {Wish[]} */ ([]),
});
const isOurs = remembered.owner === owner && Array.isArray(remembered.cart?.items) && Array.isArray(remembered.wishes);

/**
 * Quantities that the person chose and the server has not confirmed yet, by the line's key.
 * @type {Map<string, Wish>}
 */
const pending = new Map(isOurs ? remembered.wishes.map((wish) => [lineKey(wish.line), wish]) : []);
/** @type {Promise<void> | null} */
let sending = null;
let taps = 0;
/** Whether what was sent without an answer may have arrived: what is there now tells how to go on. */
let isUnsure = pending.size > 0;

/**
 * What tells a line from others of its product, also once it was removed and comes back under another id: its choice and
 * note. Of a choice that has become impossible, not everything is known.
 * @param {CartLine} line
 */
export function lineKey({ product_id: product, line_id: id, options = [], note, unavailable }) {
  if (!id) return String(product);
  return unavailable
    ? `#${id}`
    : JSON.stringify([product, options.map((option) => [option.id, option.quantity]), note]);
}

/** @param {string} key */
const lineOf = (key) => state.cart?.items.find((line) => lineKey(line) === key);

/**
 * The menu's texts are in the page's language, the cart's in the one that the server knows of. A choice is worded by the
 * server alone.
 * @param {CartLine} line
 */
function inPageLanguage(line) {
  const { name, weight } = (!line.line_id && state.productsById.get(line.product_id)) || line;
  return { ...line, name, weight };
}

/**
 * The cart as the person sees it: the server's lines with the pending quantities over them.
 * @returns {CartLine[]}
 */
export function cartLines() {
  const added = [...pending].filter(([key]) => !lineOf(key)).map(([, { line }]) => line);
  return [...(state.cart?.items ?? []), ...added]
    .map((line) => {
      const { quantity } = pending.get(lineKey(line)) ?? line;
      return { ...inPageLanguage(line), quantity, line_total: line.price * quantity };
    })
    .filter(({ quantity }) => quantity > 0);
}

/** How many pieces of each product, in all its lines. */
export function cartQuantities() {
  /** @type {Map<number, number>} */
  const quantities = new Map();
  for (const { product_id: id, quantity } of cartLines()) quantities.set(id, (quantities.get(id) ?? 0) + quantity);
  return quantities;
}

/** @param {number} product */
export const quantityOf = (product) => cartQuantities().get(product) ?? 0;

export function cartTotals() {
  const lines = cartLines();
  return {
    count: lines.reduce((sum, line) => sum + line.quantity, 0),
    total: lines.reduce((sum, line) => sum + line.line_total, 0),
  };
}

/**
 * The line of a product that comes as it is, whether it is in the cart or not.
 * @param {number} id
 * @returns {CartLine | undefined}
 */
export function plainLine(id) {
  const product = state.productsById.get(id);
  return lineOf(String(id)) ?? (product && { ...product, product_id: id, quantity: 0, line_total: 0 });
}

/**
 * Ask for a quantity of a line; the page shows it at once and says it to screen readers.
 * @param {CartLine} line
 * @param {number} quantity
 */
export function setQuantity(line, quantity) {
  changeQuantity(line, quantity);
  const { name } = inPageLanguage(line);
  announce(quantity > 0 ? t("product.quantity", { name, count: quantity }) : t("cart.removed", { name }));
}

/**
 * @param {CartLine} line
 * @param {number} quantity
 */
function changeQuantity(line, quantity) {
  taps += 1;
  pending.set(lineKey(line), { line, quantity: Math.max(0, Math.min(quantity, MAX_QUANTITY)) });
  haptic("selection");
  setState();
  remember();
  startSending();
}

function startSending() {
  sending ??= sendPending().finally(() => {
    sending = null;
  });
  return sending;
}

function remember() {
  localStore.set("cart", {
    owner,
    cart: state.cart ?? (isOurs ? remembered.cart : null),
    wishes: [...pending.values()],
  });
}

/** Whether the person chose what the server was not told for want of a network. */
export const hasUntold = () => state.isOffline && pending.size > 0;

/** The cart as the phone remembers it, until the server's comes. */
export function showKeptCart() {
  if (!state.cart && isOurs) setState({ cart: remembered.cart });
}

/** What to do when there may be a network again; it never throws. */
let retry = async () => {};
/** @param {() => Promise<void>} callback */
export const onNetwork = (callback) => {
  retry = callback;
};
let retrying = 0;

/** @param {boolean} isOffline */
function noteNetwork(isOffline) {
  clearTimeout(retrying);
  if (isOffline) retrying = setTimeout(retry, RETRY_MS);
  if (isOffline !== state.isOffline) setState({ isOffline });
}

/** Resolves when the server has answered for every pending quantity. */
export async function whenSynced() {
  while (sending) await sending;
}

async function sendPending() {
  if (isUnsure && !(await reads())) return;
  for (let next = firstPending(); next; next = firstPending()) {
    const [key, wish] = next;
    try {
      receive(await sendWish(key, wish), wish.line);
      // A quantity that changed while it was on its way is sent again.
      if (pending.get(key) === wish) pending.delete(key);
    } catch (error) {
      if (!(error instanceof RefusedError)) {
        loseNetwork();
        return;
      }
      rollBack(key, wish.line, error);
    }
    remember();
    setState();
  }
}

/** Whether the server's cart could be read. */
async function reads() {
  try {
    await receive(await api.cart());
    isUnsure = false;
    noteNetwork(false);
    return true;
  } catch {
    noteNetwork(true);
    return false;
  }
}

function loseNetwork() {
  if (!state.isOffline) {
    haptic("error");
    showToast(t("cart.untold"), { tone: "bad" });
  }
  isUnsure = true;
  noteNetwork(true);
}

const firstPending = () => pending.entries().next().value;

/**
 * @param {string} key
 * @param {Wish} wish
 */
async function sendWish(key, { line, quantity }) {
  const known = lineOf(key);
  // A plain line that is not there must not be removed: its address would mean another line of the product.
  if (!known) return quantity > 0 ? api.addToCart(line, quantity) : api.cart();
  if (quantity === 0) return api.removeFromCart(known);
  try {
    return await api.changeLine(known, { quantity });
  } catch (error) {
    // The line has gone on the other side (the chat shares this cart): put it there anew.
    if (error instanceof RefusedError && error.status === 404) return api.addToCart(line, quantity);
    throw error;
  }
}

/**
 * @param {string} key
 * @param {CartLine} line
 * @param {RefusedError} error
 */
function rollBack(key, line, error) {
  const { name } = inPageLanguage(line);
  haptic("error");
  pending.delete(key);
  const message = error.message || t("cart.refused", { name });
  showToast(error.status === 404 ? t("product.gone") : message, { tone: "bad" });
  reloadMenu();
}

/** @param {Wish[]} wishes */
function setQuantities(wishes) {
  for (const { line, quantity } of wishes) setQuantity(line, quantity);
}

/**
 * Put a choice into the cart, or into the place of a line's. It is shown once the server has taken it: unlike a quantity
 * it may be refused, and has to be mended then.
 * @param {CartLine | undefined} line
 * @param {Choice} choice
 * @param {number} quantity
 */
export async function saveChoice(line, choice, quantity) {
  await whenSynced();
  const known = line && lineOf(lineKey(line));
  receive(await (known ? api.changeLine(known, { ...choice, quantity }) : api.addToCart(choice, quantity)));
}

export let reloadMenu = async () => {};

/**
 * What to call when the menu seems to have changed; it never throws.
 * @param {() => Promise<void>} callback
 */
export const onMenuChange = (callback) => {
  reloadMenu = callback;
};

/**
 * Take the server's cart. The person is told of a line that went without their doing.
 * @param {Cart} cart
 * @param {CartLine | null} changed the line that this cart is the answer to
 */
async function receive(cart, changed = null) {
  const known = state.cart?.items ?? (isOurs ? remembered.cart.items : []);
  const expected = [changed, ...[...pending.values()].map(({ line }) => line), ...cart.items];
  const gone = known.filter(({ product_id: id }) => !expected.some((line) => line?.product_id === id));
  setState({ cart });
  remember();
  if (gone.length === 0) return;
  await reloadMenu();
  // A line may also have left through the chat; only what the menu lacks was sold out.
  const soldOut = gone.filter(({ product_id: id }) => !state.productsById.has(id));
  const words = soldOut.map(({ name }) => t("cart.soldOut", { name }));
  setState({ notices: [...state.notices, ...words] });
  if (words[0] && state.route.page === "menu") showToast(words.join(" "), { tone: "bad" }); // it has no place for them
}

/**
 * Take a cart that a deliberate step brought (an order placed, everything removed): nothing in it is news.
 * @param {Cart} cart
 */
export function replaceCart(cart) {
  pending.clear();
  setState({ cart });
  remember();
}

/**
 * Read the cart anew, and tell what was not told. True when it is not what the person saw.
 * @returns {Promise<boolean>}
 */
export async function reloadCart() {
  await whenSynced();
  const snapshot = () => JSON.stringify(cartLines().map((line) => [lineKey(line), line.quantity, line.price]));
  const seen = state.cart && snapshot();
  const tapped = taps;
  const cart = await api.cart().catch((error) => {
    noteNetwork(error instanceof OfflineError);
    throw error;
  });
  noteNetwork(false);
  if (tapped !== taps) return reloadCart(); // what was tapped since is not in it
  await receive(cart);
  isUnsure = false;
  if (pending.size > 0) await startSending();
  if (pending.size > 0) throw new OfflineError("not everything was told");
  return seen !== null && seen !== snapshot();
}

/**
 * Take lines out; the toast about it offers to bring them back.
 * @param {CartLine[]} lines
 * @param {string} message
 */
function removeLines(lines, message) {
  for (const line of lines) changeQuantity(line, 0);
  showToast(message, {
    label: t("cart.undo"),
    action: () => setQuantities(lines.map((line) => ({ line, quantity: line.quantity }))),
  });
}

/** @param {CartLine} line as `cartLines` gives it */
export const removeLine = (line) => removeLines([line], t("cart.removed", { name: line.name }));

export const clearCart = () => removeLines(cartLines(), t("cart.cleared"));
