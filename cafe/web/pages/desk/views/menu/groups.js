/** Option groups: all of them, and one with its options. */

import { actions } from "../../../shared/delegate.js";
import { draw } from "../../../shared/drawing.js";
import { money } from "../../../shared/formats.js";
import { html } from "../../../shared/html.js";
import { RefusedError } from "../../../shared/request.js";
import { api } from "../../lib/api.js";
import { stillMine, wholeNumber } from "../../lib/draft.js";
import { errorLine, errorOf, field, focusFirstError, switchField } from "../../lib/fields.js";
import { icon } from "../../lib/icons.js";
import { save, tellFailure } from "../../lib/save.js";
import { t } from "../../lib/texts.js";
import { go } from "../../router.js";
import { allergenChips, allergenNames, chip, pressed } from "./allergen-chips.js";
import { costFacts, forgetCosts } from "./costs.js";
import { ALL, dietChips, dietNames, pressedDiet } from "./diet-chips.js";
import { fiscalFields, fiscalSummary } from "./fiscal.js";
import { portionsOf, recipeOf, recipeOwners, recipeRows } from "./recipe.js";
import { nameOf } from "./rows.js";
import { pick, readMenu } from "./state.js";

/** @import { Problem, Renderable } from "../../../shared/types" */
/** @import { GroupOption, Ingredient, Item, OptionGroup, View } from "../../types" */
/** @import { TaxGroup } from "./fiscal.js" */
/** @import { Portion } from "./recipe.js" */

/**
 * An option in the form, where its recipe is edited as rows.
 * @typedef {GroupOption & { portions: Portion[] }} TypedOption
 * @typedef {OptionGroup<TypedOption>} TypedGroup
 */

/** @type {{ groups: OptionGroup[], ingredients: Ingredient[], taxes: TaxGroup[], before: OptionGroup | null, group: TypedGroup, problems: Problem[], isOpen: boolean, isSaving: boolean }} */
const state = {
  groups: [],
  ingredients: [],
  taxes: [],
  before: null,
  group: blankGroup(),
  problems: [],
  isOpen: false,
  isSaving: false,
};

recipeOwners.option = (index) => state.group.options[index]?.portions;

/** @returns {TypedGroup} */
function blankGroup() {
  return { slug: "", name: "", name_en: "", min: 0, max: 1, options: [blankOption()] };
}

/** @returns {TypedOption} */
function blankOption() {
  return {
    slug: "",
    name: "",
    name_en: "",
    price_delta: 0,
    default: false,
    max_quantity: 1,
    active: true,
    recipe: {},
    portions: [],
    allergens: [],
    without: [],
  };
}

/** @param {OptionGroup} group @returns {TypedGroup} */
const typedOf = (group) =>
  structuredClone({
    ...group,
    options: group.options.map((option) => ({ ...option, portions: portionsOf(option.recipe) })),
  });

async function readGroups() {
  const [answer] = await Promise.all([api.get("/menu/dish"), readMenu()]); // what any dish may be made of and offer
  const { option_groups: groups, ingredients, tax_groups: taxes } = answer;
  Object.assign(state, { groups, ingredients, taxes });
}

/** @param {string} slug */
const groupAddress = (slug) => `#/menu/group/${encodeURIComponent(slug)}`;

/** @param {number} min @param {number} max */
const rangeText = (min, max) => (min === max ? t("groups.exactly", { count: max }) : t("groups.range", { min, max }));

/** @param {OptionGroup} group */
const groupRow = (group) => html`<li data-key="g-${group.slug}"><a class="row" href="${groupAddress(group.slug)}">
  <span class="row-main"><b>${nameOf(group)}</b><br><span class="muted">${group.options
    .map((option) =>
      option.price_delta
        ? `${nameOf(option)} ${Number(option.price_delta) > 0 ? "+" : ""}${money(Number(option.price_delta))}`
        : nameOf(option),
    )
    .join(", ")}</span></span>
  <span class="muted">${rangeText(Number(group.min), Number(group.max))}</span>${icon("next")}</a></li>`;

/** @type {View} */
export const groupsPage = {
  load: readGroups,
  render: () => html`<p data-key="back"><a class="back-link" href="#/menu">${icon("back")}${t("menu.back")}</a></p>
    <div data-key="groups" class="stack"><p class="lead">${t("groups.about")}</p>
    ${state.groups.length > 0 ? html`<ul class="rows">${state.groups.map(groupRow)}</ul>` : html`<div class="empty">${icon("check")}<p>${t("groups.empty")}</p></div>`}
    <a class="button full-width" href="#/menu/group">${icon("plus")}${t("groups.add")}</a></div>`,
  title: () => t("groups.title"),
};

const error = (/** @type {string} */ name) => errorOf(state.problems, `edits.0.${name}`);

/** What each option adds to a dish's cost. */
const optionCosts = () =>
  costFacts(
    `group ${state.before?.slug ?? ""}`,
    state.group.options.map(({ portions, price_delta: price }) => ({
      recipe: recipeOf(portions),
      price: wholeNumber(price),
      option: true,
    })),
  );

/** @param {TypedOption} option @param {number} index @param {Renderable} cost */
function optionRecipe({ portions }, index, cost) {
  const { ingredients } = state;
  if (ingredients.length === 0) return "";
  const owner = `option-${index}`;
  return html`<div class="option-recipe"><p class="field-name">${t("group.option.recipe")}</p>
    ${recipeRows({ owner, portions, ingredients, mayTakeBack: true, error: error(`${owner}.recipe`) })}
    <div class="dish-cost">${cost}</div></div>`;
}

/** @param {TypedOption} option @param {number} index */
function optionAllergens({ allergens, without }, index) {
  const told = [
    allergens.length > 0 && `+ ${allergenNames(allergens)}`,
    without.length > 0 && `− ${allergenNames(without)}`,
  ].filter(Boolean);
  const chips = (/** @type {"allergens" | "without"} */ which, /** @type {string[]} */ chosen) =>
    html`<fieldset class="allergens"><legend class="field-hint">${t(`group.option.${which}`)}</legend>
      <div class="allergen-list">${allergenChips(chosen, "group.option.allergen", `${index} ${which}`)}</div></fieldset>`;
  return html`<details class="option-allergens" data-key="al-${index}"><summary>${t("group.option.allergen")}${told.length > 0 && html`: ${told.join("; ")}`}</summary>
    <div class="stack-small">${chips("allergens", allergens)}${chips("without", without)}</div></details>`;
}

/** @param {TypedOption} option @param {number} index */
function optionDiets({ diets = [] }, index) {
  const isNeutral = ALL.every((code) => diets.includes(code));
  const told = isNeutral ? t("group.option.neutral") : dietNames(diets);
  return html`<details class="option-diets" data-key="di-${index}"><summary>${t("group.option.diets")}${told && html`: ${told}`}</summary>
    <fieldset class="allergens"><legend class="field-hint">${t("group.option.diets.hint")}</legend>
    <div class="allergen-list">${chip({ key: "d-all", value: "", isOn: isNeutral, change: "group.option.diet", text: t("group.option.neutral"), of: String(index) })}
    ${dietChips(diets, "group.option.diet", String(index))}</div></fieldset></details>`;
}

/** @param {TypedOption} option @param {number} index */
function optionFiscal(option, index) {
  const told = fiscalSummary({ ...option });
  const of = (/** @type {string} */ name) => errorOf(state.problems, `edits.0.option-${index}.${name}`);
  return html`<details class="fiscal-fold" data-key="fi-${index}"><summary>${t("fiscal.title")}${told && html`: ${told}`}</summary>
    <div class="stack-small"><p class="field-hint">${t("fiscal.option.hint")}</p>
    ${fiscalFields({ prefix: `option-${index}-`, table: "options", values: { ...option }, taxes: state.taxes, action: "group.option", flag: "group.option", error: of })}</div></details>`;
}

/** @param {TypedOption} option @param {number} index @param {Renderable} cost */
function optionCard(option, index, cost) {
  const name = option.name || t("group.option", { number: index + 1 });
  const of = (/** @type {string} */ key) => error(`option-${index}.${key}`);
  return html`<li class="option-card stack-small" data-key="o-${index}"><fieldset><legend class="visually-hidden">${name}</legend>
    <div class="columns in-pairs">
    ${field({ name: `option-${index}-name`, label: `${t("group.option.name")} · ${t("in.uk")}`, value: option.name, lang: "uk", input: "group.option", of: "options.name", error: of("name") })}
    ${field({ name: `option-${index}-name_en`, label: `${t("group.option.name")} · ${t("in.en")}`, value: option.name_en, lang: "en", input: "group.option", of: "options.name_en", error: of("name_en") })}
    ${field({ name: `option-${index}-price_delta`, label: t("group.option.delta"), value: option.price_delta, suffix: "₴", input: "group.option", maxlength: 8, error: of("price_delta") })}
    ${field({ name: `option-${index}-max_quantity`, label: t("group.option.most"), value: option.max_quantity, inputmode: "numeric", input: "group.option", maxlength: 3, error: of("max_quantity") })}</div>
    ${optionRecipe(option, index, cost)}
    ${optionAllergens(option, index)}${errorLine(of("allergens") || of("without"))}
    ${optionDiets(option, index)}${errorLine(of("diets"))}
    ${optionFiscal(option, index)}
    <div class="cluster">
    ${switchField({ name: `option-${index}-default`, label: t("group.option.default"), isOn: option.default, change: "group.option" })}
    ${switchField({ name: `option-${index}-active`, label: t("group.option.active"), isOn: option.active, change: "group.option" })}
    ${index > 0 && html`<button type="button" class="icon-button" data-action="group.option.up" data-index="${index}" aria-label="${t("group.option.up", { name })}">${icon("up")}</button>`}
    <button type="button" class="icon-button" data-action="group.option.remove" data-index="${index}" aria-label="${t("group.option.remove", { name })}">${icon("trash")}</button></div></fieldset></li>`;
}

function form() {
  const costs = optionCosts();
  return html`<form id="group-form" novalidate class="stack dish-form" data-submit="group.save" data-key="group">
  <section class="card stack"><div class="columns in-pairs">
    ${field({ name: "group-name", label: `${t("menu.name")} · ${t("in.uk")}`, value: state.group.name, lang: "uk", required: true, input: "group.set", of: "option_groups.name", error: error("name") })}
    ${field({ name: "group-name_en", label: `${t("menu.name")} · ${t("in.en")}`, value: state.group.name_en, lang: "en", input: "group.set", of: "option_groups.name_en", error: error("name_en") })}
    ${field({ name: "group-min", label: t("group.min"), value: state.group.min, inputmode: "numeric", input: "group.set", maxlength: 3, error: error("min") })}
    ${field({ name: "group-max", label: t("group.max"), value: state.group.max, inputmode: "numeric", input: "group.set", maxlength: 3, error: error("max") })}</div></section>
  <section class="card stack"><h2>${t("group.options")}</h2>
    ${state.ingredients.length > 0 && html`<p class="field-hint">${t("group.option.recipe.hint")}</p>`}
    ${errorLine(error("options"))}
    <ul class="stack">${state.group.options.map((option, index) => optionCard(option, index, costs[index] ?? ""))}</ul>
    <button type="button" class="button soft" data-action="group.option.add">${icon("plus")}${t("group.option.add")}</button></section>
  <div class="save-bar">${state.before && html`<button type="button" class="icon-button bad" data-action="group.delete" aria-label="${t("group.delete")}">${icon("trash")}</button>`}
    <button class="button" aria-busy="${String(state.isSaving)}">${t("save")}</button></div></form>`;
}

/** What the form says now. */
function written() {
  const { slug: _slug, id: _id, ...group } = state.group;
  const taken = new Set();
  const options = state.group.options.map(({ portions, diets, ...option }) => {
    let slug = option.slug || slugOf(option.name);
    while (taken.has(slug)) slug += "-2";
    taken.add(slug);
    return {
      ...option,
      slug,
      price_delta: wholeNumber(option.price_delta),
      max_quantity: wholeNumber(option.max_quantity),
      recipe: recipeOf(portions),
      ...(diets?.length && { diets }),
    };
  });
  return { ...group, min: wholeNumber(group.min), max: wholeNumber(group.max), options };
}

/**
 * The problems by the fields of the form: the server tells options apart by their keys, which new ones have not got there.
 * @param {Problem[]} problems
 * @param {string[]} slugs of the options, as they were sent
 */
const byPlace = (problems, slugs) =>
  problems.map((problem) => {
    const index = slugs.findIndex((slug) => `${problem.field}.`.startsWith(`edits.0.options.${slug}.`));
    if (index < 0) return problem;
    const rest = problem.field.slice(`edits.0.options.${slugs[index]}`.length);
    return { ...problem, field: `edits.0.option-${index}${rest}` };
  });

/** A key for a new option, unlike that of any other. @param {string} name */
const slugOf = (name) =>
  `${
    name
      .toLocaleLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, "-")
      .replace(/^-|-$/g, "") || "option"
  }`;

/** @returns {Item} */
function changes() {
  const { before } = state;
  const all = Object.entries(written());
  return Object.fromEntries(
    before ? all.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])) : all,
  );
}

/** @type {View} */
export const groupPage = {
  async load([slug]) {
    forgetCosts();
    await readGroups();
    const before = slug === undefined ? null : state.groups.find((each) => each.slug === slug);
    if (before === undefined) throw new RefusedError(404, null);
    Object.assign(state, {
      before,
      group: before ? typedOf(before) : blankGroup(),
      problems: [],
      isOpen: true,
      isSaving: false,
    });
  },
  render: () =>
    html`<p data-key="back"><a class="back-link" href="#/menu/groups">${icon("back")}${t("groups.back")}</a></p>${form()}`,
  title: () => (state.before ? nameOf(state.before) : t("groups.add")),
  isDirty: () => state.isOpen && (state.before ? Object.keys(changes()).length > 0 : state.group.name !== ""),
  leave() {
    state.isOpen = false;
  },
};

async function saveGroup() {
  if (state.isSaving) return;
  const { before } = state;
  const values = changes();
  const slugs = written().options.map(({ slug }) => slug);
  state.isSaving = true;
  draw();
  const edit = before
    ? { key: before.slug, seen: pick(before, Object.keys(values)), values }
    : { key: null, seen: null, values };
  const outcome = await save([{ table: "option_groups", ...edit }]);
  const problems = outcome.state === "invalid" ? byPlace(outcome.problems, slugs) : [];
  Object.assign(state, { isSaving: false, problems });
  if (outcome.state === "saved") leaveTo("#/menu/groups");
  else if (outcome.state === "theirs" && before) await takeTheirs(before).catch(tellFailure);
  draw();
  if (outcome.state === "invalid") {
    const element = document.getElementById("group-form");
    queueMicrotask(() => element && focusFirstError(element));
  }
}

/** Only what nobody else has changed stays as it is typed. @param {OptionGroup} before */
async function takeTheirs(before) {
  const mine = changes();
  await readGroups();
  const fresh = state.groups.find(({ slug }) => slug === before.slug);
  if (!fresh) throw new RefusedError(404, null);
  Object.assign(state, { before: fresh, group: typedOf({ ...fresh, ...stillMine(mine, before, fresh) }) });
}

/** @param {string} address */
function leaveTo(address) {
  state.isOpen = false;
  go(address);
}

/** Something else stands there now than the problems were about. @param {RegExp} place */
function forgive(place) {
  state.problems = state.problems.filter((problem) => !place.test(problem.field.replace("edits.0.", "")));
  draw();
}

actions["group.set"] = (element) => {
  const { name, value } = /** @type {HTMLInputElement} */ (element);
  const key = name.replace("group-", "");
  Object.assign(state.group, { [key]: value });
  forgive(new RegExp(`^${key}$`));
};
actions["group.option"] = (element) => {
  const { name, value, type, checked } = /** @type {HTMLInputElement} */ (element);
  const [, index = "", key = ""] = name.split("-");
  const option = state.group.options[Number(index)];
  if (option) Object.assign(option, { [key]: type === "checkbox" ? checked : value });
  forgive(new RegExp(`^(option-${index}\\.${key}|options)$`));
};
actions["group.option.allergen"] = (element) => {
  const [index, which] = (element.dataset.of ?? "").split(" ");
  const option = state.group.options[Number(index)];
  if (option && which === "allergens") option.allergens = pressed(option.allergens, element);
  if (option && which === "without") option.without = pressed(option.without, element);
  forgive(new RegExp(`^option-${index}\\.diets$`));
};
actions["group.option.diet"] = (element) => {
  const { value, checked } = /** @type {HTMLInputElement} */ (element);
  const index = Number(element.dataset.of);
  const option = state.group.options[index];
  if (option && value) option.diets = pressedDiet(option.diets ?? [], element);
  else if (option) option.diets = checked ? ALL : [];
  forgive(new RegExp(`^option-${index}\\.diets$`));
};
actions["group.option.add"] = () => {
  state.group.options.push(blankOption());
  draw();
  queueMicrotask(() => document.getElementById(`option-${state.group.options.length - 1}-name`)?.focus());
};
actions["group.option.up"] = ({ dataset }) => {
  const index = Number(dataset.index);
  state.group.options.splice(index - 1, 0, ...state.group.options.splice(index, 1));
  forgive(/^option/);
};
actions["group.option.remove"] = ({ dataset }) => {
  state.group.options.splice(Number(dataset.index), 1);
  forgive(/^option/);
};
actions["group.save"] = saveGroup;
actions["group.delete"] = async () => {
  const { before } = state;
  if (!before) return;
  const edit = { table: "option_groups", key: before.slug, seen: { name: before.name }, values: null };
  const outcome = await save([edit], { onUndo: () => go("#/menu/groups") });
  if (outcome.state === "saved") leaveTo("#/menu/groups");
};
