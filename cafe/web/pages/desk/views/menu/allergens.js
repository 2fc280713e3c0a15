/** The dishes of which nobody has said which allergens they have: said of many at once that they have none. */

import { actions } from "../../../shared/delegate.js";
import { draw } from "../../../shared/drawing.js";
import { booleanAttribute, html } from "../../../shared/html.js";
import { icon } from "../../lib/icons.js";
import { save } from "../../lib/save.js";
import { t } from "../../lib/texts.js";
import { nameOf } from "./rows.js";
import { dishesOf, menu, readMenu, readMenuAndDraw } from "./state.js";

/** @import { MenuCategory, MenuDish, View } from "../../types" */

const state = { /** @type {Set<string>} */ ticked: new Set(), isSaving: false };

/** @param {MenuDish} dish */
const isUnstated = (dish) => dish.active && dish.missing.includes("allergens");

/** @param {MenuDish} dish */
const row = (dish) => html`<li class="row spread" data-key="a-${dish.slug}">
  <label class="tick"><input type="checkbox" data-change="unstated.tick" value="${dish.slug}" ${booleanAttribute("checked", state.ticked.has(dish.slug))}><span>${nameOf(dish)}</span></label>
  <a href="#/menu/dish/${dish.slug}">${t("unstated.choose")}<span class="visually-hidden">: ${nameOf(dish)}</span></a></li>`;

/** @param {MenuCategory} category */
function section(category) {
  const dishes = dishesOf(category.slug).filter(isUnstated);
  if (dishes.length === 0) return "";
  return html`<section class="card stack-small" data-key="u-${category.slug}"><h2>${nameOf(category)}</h2><ul class="stack-small">${dishes.map(row)}</ul></section>`;
}

function everything() {
  const count = state.ticked.size;
  if (!menu.dishes.some(isUnstated))
    return html`<div class="empty" data-key="none">${icon("check")}<p>${t("unstated.nothing")}</p></div>`;
  return html`<p class="muted" data-key="about">${t("unstated.about")}</p>${menu.categories.map(section)}
    <div class="save-bar" data-key="bar"><button type="button" class="button" data-action="unstated.save" aria-busy="${String(state.isSaving)}"
      ${booleanAttribute("disabled", count === 0)}>${t("unstated.save", { count })}</button></div>`;
}

/** @type {View} */
export const unstatedPage = {
  async load() {
    await readMenu();
    state.ticked.clear();
  },
  render: () => html`<p data-key="back"><a class="back-link" href="#/menu">${icon("back")}${t("menu.back")}</a></p>
    <div class="stack" data-key="unstated">${everything()}</div>`,
  title: () => t("unstated.title"),
};

async function change() {
  if (state.isSaving) return;
  state.isSaving = true;
  draw();
  const edits = [...state.ticked].map((slug) => ({
    table: "products",
    key: slug,
    seen: { no_allergens: false, allergens: [] },
    values: { no_allergens: true },
  }));
  const outcome = await save(edits, { onUndo: readMenuAndDraw });
  state.isSaving = false;
  if (outcome.state === "saved" || outcome.state === "theirs") {
    state.ticked.clear();
    await readMenu();
  }
  draw();
}

actions["unstated.tick"] = (element) => {
  const { value, checked } = /** @type {HTMLInputElement} */ (element);
  if (checked) state.ticked.add(value);
  else state.ticked.delete(value);
  draw();
};
actions["unstated.save"] = change;
