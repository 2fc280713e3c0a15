/** The cart: answers the finger at once, tells the server in order, and goes back with a word when the server refuses. */

import { api, Refused } from "./api.js";
import { t } from "./i18n.js";
import { change, state } from "./state.js";
import { device } from "./storage.js";
import { haptic } from "./telegram.js";
import { toast } from "./words.js";

/** Quantities that the person wants and the server has not confirmed yet, by product id. */
const wishes = new Map();
let sending = null;

const lineOf = (id) => state.cart?.items.find((line) => line.product_id === id);

export const quantityOf = (id) => wishes.get(id) ?? lineOf(id)?.quantity ?? 0;

/** The cart as the person sees it: the server's lines with the wishes over them. */
export function lines() {
  // The menu's texts are in the page's language, the cart's in the one that the server knows of.
  const shown = (state.cart?.items ?? []).map((line) => {
    const { name, weight } = state.productsById.get(line.product_id) ?? line;
    return { ...line, name, weight, quantity: quantityOf(line.product_id) };
  });
  for (const [id, quantity] of wishes) {
    const product = state.productsById.get(id);
    if (!lineOf(id) && product) {
      shown.push({ ...product, product_id: id, quantity });
    }
  }
  return shown
    .filter((line) => line.quantity > 0)
    .map((line) => ({ ...line, line_total: line.price * line.quantity }));
}

export function totals() {
  const shown = lines();
  return {
    count: shown.reduce((sum, line) => sum + line.quantity, 0),
    total: shown.reduce((sum, line) => sum + line.line_total, 0),
  };
}

/** Ask for a quantity of a product; the page shows it at once. */
export function want(id, quantity) {
  wishes.set(id, Math.max(0, Math.min(quantity, 999)));
  haptic("selection");
  change();
  sending ??= send().finally(() => {
    sending = null;
  });
}

/** Resolves when the server has answered every wish. */
export const settled = async () => {
  while (sending) await sending;
};

async function send() {
  while (wishes.size > 0) {
    const [id, quantity] = wishes.entries().next().value;
    try {
      const cart = await tell(id, quantity);
      receive(cart, id);
      // A wish that changed while it was on its way is sent again.
      if (wishes.get(id) === quantity) wishes.delete(id);
    } catch (error) {
      rollBack(id, error);
    }
    change();
  }
}

async function tell(id, quantity) {
  if (quantity === 0) return api.removeFromCart(id);
  if (!lineOf(id)) return api.addToCart(id, quantity);
  try {
    return await api.setQuantity(id, quantity);
  } catch (error) {
    // The line has gone on the other side (the chat shares this cart): put it there anew.
    if (error instanceof Refused && error.status === 404) return api.addToCart(id, quantity);
    throw error;
  }
}

function rollBack(id, error) {
  const name = nameOf(id);
  haptic("error");
  if (error instanceof Refused) {
    wishes.delete(id);
    toast(error.status === 404 ? t("product.gone") : error.message || t("cart.refused", { name }), { tone: "bad" });
    refreshMenu();
    return;
  }
  const lost = [...wishes];
  wishes.clear();
  const again = () => lost.forEach(([product, quantity]) => want(product, quantity));
  toast(t("cart.failed"), { tone: "bad", label: t("retry"), action: again });
  // The change may have arrived although its answer did not.
  refresh().catch(() => {});
}

let refreshMenu = async () => {};
/** What to call when the menu seems to have changed; it never throws. */
export const whenMenuChanged = (callback) => {
  refreshMenu = callback;
};

const nameOf = (id) => state.productsById.get(id)?.name ?? lineOf(id)?.name ?? "";

/** Take the server's cart. A line that went without the person's doing is spoken of. */
async function receive(cart, ours = null) {
  const gone = (state.cart?.items ?? device.get("cartNames", [])).filter(
    ({ product_id: id }) => id !== ours && !wishes.has(id) && !cart.items.some((line) => line.product_id === id),
  );
  change({ cart });
  remember();
  if (gone.length === 0) return;
  await refreshMenu();
  // A line may also have left through the chat; only what the menu lacks was sold out.
  const soldOut = gone.filter(({ product_id: id }) => !state.productsById.has(id));
  change({ notices: [...state.notices, ...soldOut.map(({ name }) => t("cart.soldOut", { name }))] });
}

const remember = () =>
  device.set("cartNames", (state.cart?.items ?? []).map(({ product_id, name }) => ({ product_id, name })));

/** Take a cart that a deliberate step brought (an order placed, everything removed): nothing in it is news. */
export function accept(cart) {
  wishes.clear();
  change({ cart });
  remember();
}

/** Read the cart anew. True when it is not what the person saw. */
export async function refresh() {
  await settled();
  const picture = () => JSON.stringify(lines().map((line) => [line.product_id, line.quantity, line.price]));
  const seen = state.cart && picture();
  await receive(await api.cart());
  return seen !== null && seen !== picture();
}

/** Take a line out; the word about it offers to bring it back. */
export function remove(id) {
  const name = nameOf(id);
  const quantity = quantityOf(id);
  want(id, 0);
  toast(t("cart.removed", { name }), { label: t("cart.undo"), action: () => want(id, quantity) });
}

export function clear() {
  const before = lines();
  for (const line of before) want(line.product_id, 0);
  const undo = () => before.forEach((line) => want(line.product_id, line.quantity));
  toast(t("cart.cleared"), { label: t("cart.undo"), action: undo });
}
