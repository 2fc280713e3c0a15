/** What somebody asks of each dish, allergens to avoid and diets to keep: who asks for nothing needs no more of it than this. */

import { actions } from "../shared/delegate.js";
import { setState } from "./state.js";

/** @import { Product } from "./types" */

/** @type {typeof import("./views/filter.js") | null} */
export let needs = null;

/** It arrives when it is first needed, or when the menu has had its time. */
export async function loadNeeds() {
  if (needs) return;
  needs = await import("./views/filter.js");
  Object.assign(actions, needs.filterActions);
  setState();
}

/** Whether a dish is not known to suit, whatever is chosen. @param {Product} product */
export const isAvoided = (product) => needs?.isUnfit(product) ?? false;
