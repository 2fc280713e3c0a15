/** What can be done with a dish from the list, and a category's own form: both in a dialog. */

import { actions } from "../../../shared/delegate.js";
import { closeDialog, openDialog, openedDialog } from "../../../shared/dialog.js";
import { draw } from "../../../shared/drawing.js";
import { html } from "../../../shared/html.js";
import { showToast } from "../../../shared/toast.js";
import { api } from "../../lib/api.js";
import { stillMine } from "../../lib/draft.js";
import { errorOf, field, focusFirstError, switchField } from "../../lib/fields.js";
import { icon } from "../../lib/icons.js";
import { rangeLists, rangesField } from "../../lib/ranges.js";
import { save, tellFailure } from "../../lib/save.js";
import { may } from "../../lib/session.js";
import { t } from "../../lib/texts.js";
import { go } from "../../router.js";
import { dishAddress } from "./addresses.js";
import { nameOf, untilText } from "./rows.js";
import {
  changeItems,
  ENDLESS,
  findCategory,
  findDish,
  isStopped,
  menu,
  pick,
  readMenuAndDraw,
  serverNow,
} from "./state.js";

/** @import { Problem } from "../../../shared/types" */
/** @import { IconName, MenuCategory, MenuDish } from "../../types" */

const HOUR = 3600;

/**
 * @param {string} name
 * @param {MenuDish} dish
 * @param {IconName} picture
 * @param {string} text
 */
const act = (name, dish, picture, text) => html`<li data-key="${name}"><button type="button"
  class="button ${name === "delete" ? "bad" : "soft"} full-width" data-action="menu.act" data-act="${name}" data-slug="${dish.slug}">${icon(picture)}${text}</button></li>`;

/** @param {string} slug */
function dishActs(slug) {
  const dish = findDish(slug);
  if (!dish) return "";
  const stops = isStopped(dish)
    ? [act("offer", dish, "check", t("menu.offer"))]
    : [
        act("hour", dish, "clock", t("menu.stop.hour")),
        act("opening", dish, "clock", t("menu.stop.opening", { time: untilText(menu.opensAt) })),
        act("endless", dish, "pause", t("menu.stop.endless")),
      ];
  return html`<ul class="stack-small acts">
    ${may("menu") && html`<li><a class="button full-width" href="${dishAddress(slug)}" data-action="dialog.close">${t("menu.open")}</a></li>`}
    ${stops}
    ${
      may("menu") && [
        act("copy", dish, "copy", t("menu.copy")),
        dish.active ? act("hide", dish, "minus", t("menu.hide")) : act("reveal", dish, "plus", t("menu.reveal")),
        act("delete", dish, "trash", t("menu.delete")),
      ]
    }</ul>`;
}

/** @param {string} slug */
export async function copyDish(slug) {
  try {
    const { item } = await api.post("/menu/copy", { slug });
    showToast(t("menu.copied"), { tone: "good" });
    go(dishAddress(item.slug));
  } catch (error) {
    tellFailure(error);
  }
}

/**
 * Delete an item; a button of the message brings it back.
 * @param {"products" | "categories"} table
 * @param {{ slug: string, name: string }} item
 */
export async function deleteItem(table, item) {
  const outcome = await save([{ table, key: item.slug, seen: { name: item.name }, values: null }], {
    onUndo: readMenuAndDraw,
  });
  if (outcome.state !== "failed" && outcome.state !== "invalid") await readMenuAndDraw().catch(tellFailure);
  return outcome.state === "saved";
}

/** @type {Record<string, (dish: MenuDish) => unknown>} */
const ACTS = {
  hour: ({ slug }) => stop(slug, Math.round(serverNow()) + HOUR),
  opening: ({ slug }) => stop(slug, menu.opensAt),
  endless: ({ slug }) => stop(slug, ENDLESS),
  offer: ({ slug }) => stop(slug, 0),
  copy: ({ slug }) => copyDish(slug),
  hide: ({ slug }) => changeItems("products", [{ slug, values: { active: false } }]),
  reveal: ({ slug }) => changeItems("products", [{ slug, values: { active: true } }]),
  delete: (dish) => deleteItem("products", dish),
};

/** @param {string} slug @param {number} until Unix seconds */
const stop = (slug, until) => changeItems("products", [{ slug, values: { stopped_until: until } }]);

actions["menu.acts"] = ({ dataset }) => {
  const slug = dataset.slug ?? "";
  const dish = findDish(slug);
  if (dish)
    openDialog(
      () => nameOf(dish),
      () => dishActs(slug),
    );
};
actions["menu.act"] = ({ dataset }) => {
  const dish = findDish(dataset.slug ?? "");
  closeDialog();
  if (dish) ACTS[dataset.act ?? ""]?.(dish);
};
actions["menu.offered"] = (element) => {
  const { checked, dataset } = /** @type {HTMLInputElement} */ (element);
  stop(dataset.slug ?? "", checked ? 0 : ENDLESS);
};

/** @type {{ slug: string | null, problems: Problem[], available: string[] }} */
const form = { slug: null, problems: [], available: [] };

rangeLists["category-available"] = {
  get: () => form.available,
  set: (ranges) => {
    form.available = ranges;
  },
};

function categoryForm() {
  const category = form.slug === null ? undefined : findCategory(form.slug);
  const error = (/** @type {string} */ name) => errorOf(form.problems, `edits.0.${name}`);
  return html`<form class="stack" novalidate data-submit="menu.saveCategory">
    ${field({ name: "category-name", label: `${t("menu.name")} · ${t("in.uk")}`, value: category?.name ?? "", lang: "uk", required: true, of: "categories.name", error: error("name") })}
    ${field({ name: "category-name_en", label: `${t("menu.name")} · ${t("in.en")}`, value: category?.name_en ?? "", lang: "en", of: "categories.name_en", error: error("name_en") })}
    ${switchField({ name: "category-active", label: t("menu.category.active"), isOn: category?.active ?? true })}
    ${rangesField({ name: "category-available", label: t("menu.category.available"), error: error("available") })}
    <div class="cluster"><button class="button">${t("save")}</button>
    ${category && html`<button type="button" class="button bad" data-action="menu.deleteCategory">${icon("trash")}${t("menu.delete")}</button>`}</div></form>`;
}

actions["menu.category"] = ({ dataset }) => {
  const category = findCategory(dataset.slug ?? "");
  Object.assign(form, { slug: category?.slug ?? null, problems: [], available: [...(category?.available ?? [])] });
  openDialog(() => t(form.slug === null ? "menu.category.new" : "menu.category"), categoryForm);
};
actions["menu.saveCategory"] = async (element) => {
  const given = new FormData(/** @type {HTMLFormElement} */ (element));
  const wanted = {
    name: String(given.get("category-name") ?? "").trim(),
    name_en: String(given.get("category-name_en") ?? "").trim(),
    active: given.has("category-active"),
    available: form.available,
  };
  const category = form.slug === null ? undefined : findCategory(form.slug);
  const last = menu.categories.at(-1);
  const edit = category
    ? { key: category.slug, seen: pick({ ...category }, Object.keys(wanted)), values: wanted }
    : { key: null, seen: null, values: { ...wanted, sort_order: (last?.sort_order ?? 0) + 10 } };
  const { isOpen, close } = openedDialog();
  const outcome = await save([{ table: "categories", ...edit }], { onUndo: readMenuAndDraw });
  if (outcome.state === "invalid") {
    if (!isOpen()) return;
    form.problems = outcome.problems;
    draw();
    queueMicrotask(() => focusFirstError(element));
    return;
  }
  if (outcome.state !== "failed") await readMenuAndDraw().catch(tellFailure);
  if (outcome.state === "saved") close(); // not before: the next press begins from what is stored
  if (outcome.state === "theirs" && category && isOpen()) takeTheirs(category);
};

/** Only what nobody else has changed stays as it is typed; the fields of texts do so by themselves. @param {MenuCategory} before */
function takeTheirs(before) {
  const fresh = findCategory(before.slug);
  if (!fresh) {
    closeDialog();
    return;
  }
  const ranges = stillMine({ available: form.available }, { ...before }, { ...fresh });
  form.available = /** @type {{ available: string[] }} */ ({ available: [...fresh.available], ...ranges }).available;
  draw();
}

actions["menu.deleteCategory"] = async () => {
  const category = form.slug === null ? undefined : findCategory(form.slug);
  const { close } = openedDialog();
  if (category && (await deleteItem("categories", category))) close();
};
