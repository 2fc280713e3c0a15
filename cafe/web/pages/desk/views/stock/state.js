/** The ingredients as the server last told them. */

import { draw } from "../../../shared/drawing.js";
import { api } from "../../lib/api.js";

/** @import { Ingredient } from "./moves.js" */

/** @type {{ ingredients: Ingredient[] }} */
export const stock = { ingredients: [] };

export async function readStock() {
  stock.ingredients = (await api.get("/stock")).ingredients;
}

/** Read anew and draw. */
export async function reloadStock() {
  await readStock();
  draw();
}

/** @param {string} code */
export const ingredientOf = (code) => stock.ingredients.find((each) => each.code === code) ?? null;
