/** How a sale at the counter looks: its dishes, a dish's choice, what it comes to, and its number once it is sold. */

import { money } from "../shared/formats.js";
import { booleanAttribute, html } from "../shared/html.js";
import { icon } from "./icons.js";
import { isAlone, serverNow, state } from "./state.js";
import { t } from "./texts.js";

/** @import { CounterDish, CounterMenu, CounterOption, Selling, SoldLine } from "./types" */

/** @typedef {{ total: number, percent: number, isChosen: boolean }} Sums */

/** @param {number} delta */
const deltaText = (delta) => delta !== 0 && ` ${delta > 0 ? "+" : "−"}${money(Math.abs(delta))}`;

/** What a dish costs as it comes. @param {CounterDish} dish */
const usualPrice = ({ price, groups = [] }) =>
  groups
    .flatMap(({ options }) => options)
    .reduce((sum, { is_default: isDefault, price_delta: delta }) => sum + (isDefault ? delta : 0), price);

/** @param {CounterDish} dish */
const dishButton = (
  dish,
) => html`<button type="button" class="soft dish" data-key="d${dish.id}" data-action="counter.dish" data-id="${dish.id}"
  ${booleanAttribute("disabled", (dish.stopped_until ?? 0) > serverNow())}><span>${dish.name}</span><b>${money(usualPrice(dish))}</b></button>`;

/** @param {CounterMenu} menu @param {Selling} selling */
function dishes({ categories }, { category }) {
  return html`<div class="pair" role="group" aria-label="${t("counter.categories")}">${categories.map(
    ({ name }, at) =>
      html`<button type="button" class="chip" data-key="c${at}" data-action="counter.category" data-at="${at}" aria-pressed="${String(at === category)}">${name}</button>`,
  )}</div>
  <div class="dishes" data-key="dishes">${categories[category]?.dishes.map(dishButton)}</div>`;
}

/** @param {SoldLine} line @param {number} at */
const soldLine = (
  { name, quantity, price, note },
  at,
) => html`<li data-key="s${at}"><p>${name}${note && html`<span class="quiet">${note}</span>`}</p>
  <div class="stepper" role="group" aria-label="${name}">
    <button type="button" class="icon-button" data-key="less" data-action="counter.less" data-at="${at}" aria-label="${t("edit.less", { name })}">${icon("minus")}</button>
    <b>${quantity}</b>
    <button type="button" class="icon-button" data-key="more" data-action="counter.more" data-at="${at}" aria-label="${t("edit.more", { name })}">${icon("plus")}</button>
  </div><b class="sum">${money(price * quantity)}</b></li>`;

/**
 * @param {string} label
 * @param {string} action
 * @param {string} name
 * @param {{ value: string, text: string, isOn: boolean }[]} choices
 */
const either = (label, action, name, choices) =>
  html`<div class="pair" role="group" aria-label="${label}">${choices.map(
    ({ value, text, isOn }) =>
      html`<button type="button" class="chip" data-key="${value}" data-action="${action}" data-${name}="${value}" aria-pressed="${String(isOn)}">${text}</button>`,
  )}</div>`;

/** @param {Selling} selling @param {Sums} sums */
function bill({ lines, order_type: type, is_handed_out: isNow, given }, { total }) {
  return html`<div class="bill" data-key="bill"><ul class="rows">${lines.map(soldLine)}</ul>
    ${either(t("counter.where"), "counter.type", "type", [
      { value: "dine_in", text: t("counter.here"), isOn: type === "dine_in" },
      { value: "pickup", text: t("counter.away"), isOn: type === "pickup" },
    ])}
    ${either(t("counter.when"), "counter.end", "end", [
      { value: "now", text: t("counter.now"), isOn: isNow },
      { value: "later", text: t("counter.later"), isOn: !isNow },
    ])}
    <div class="given"><label for="given">${t("counter.given")}</label>
      <input id="given" inputmode="numeric" autocomplete="off" maxlength="6" data-input="counter.given" value="${given || ""}" />
      <p role="status">${given >= total && given > 0 && t("counter.rest", { sum: money(given - total) })}</p></div>
    <div class="pair">
      <button type="button" class="step" data-key="cash" data-action="counter.pay" data-payment="cash">${t("counter.cash", { sum: money(total) })}</button>
      <button type="button" class="step" data-key="terminal" data-action="counter.pay" data-payment="terminal" ${booleanAttribute("disabled", isAlone())}>${t("pay.terminal")}</button>
    </div>
    ${isAlone() && html`<p class="quiet">${t("pay.alone")}</p>`}</div>`;
}

/** @param {CounterOption} option @param {Map<number, number>} pieces */
const optionChip = ({ id, name, price_delta: delta }, pieces) => {
  const count = pieces.get(id) ?? 0;
  return html`<button type="button" class="chip" data-key="o${id}" data-action="counter.option" data-id="${id}" aria-pressed="${String(count > 0)}">${name}${count > 1 && ` ×${count}`}${deltaText(delta)}</button>`;
};

/** @param {NonNullable<Selling["choosing"]>} choosing @param {boolean} isChosen */
const choice = ({ dish, pieces }, isChosen) => html`<div class="bill" data-key="choice"><h3>${dish.name}</h3>
  ${dish.groups?.map(
    ({ id, name, options }) => html`<div class="choice-group" data-key="g${id}"><p id="group-${id}">${name}</p>
    <div class="pair" role="group" aria-labelledby="group-${id}">${options.map((option) => optionChip(option, pieces))}</div></div>`,
  )}
  ${dish.notes && html`<div class="given"><label for="counter-note">${t("counter.note")}</label><input id="counter-note" autocomplete="off" maxlength="200" data-input="counter.note" /></div>`}
  <div class="pair"><button type="button" class="soft" data-action="counter.drop">${t("cancel")}</button>
    <button type="button" class="step" data-action="counter.take" ${booleanAttribute("disabled", !isChosen)}>${t("edit.take")}</button></div></div>`;

/** @param {NonNullable<Selling["sold"]>} sold */
const soldView = ({ number, total, rest }) => html`<div class="sold" data-key="sold">
  <p class="sold-number">${number}</p>
  <p>${t("counter.sold", { sum: money(total) })}</p>
  ${rest > 0 && html`<p class="money cash"><b>${t("counter.rest", { sum: money(rest) })}</b></p>`}
  ${isAlone() && state.acts.some((act) => act.number === number) && html`<p class="quiet">${t("counter.receipt")}</p>`}
  <button type="button" class="step" data-action="counter.new">${t("counter.next")}</button></div>`;

/** @param {CounterMenu} menu @param {Selling} selling @param {Sums} sums */
export function counterView(menu, selling, sums) {
  if (selling.sold) return soldView(selling.sold);
  if (selling.choosing) return choice(selling.choosing, sums.isChosen);
  return html`<div class="counter" data-key="counter">${dishes(menu, selling)}${selling.lines.length > 0 && bill(selling, sums)}</div>`;
}
