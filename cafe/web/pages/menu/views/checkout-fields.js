/** The order form's fields: each with its keyboard, hint and error. */

import { money } from "../../shared/formats.js";
import { booleanAttribute, html } from "../../shared/html.js";
import { anyText, currentLocale, hasText } from "../../shared/texts.js";
import { offeredAddresses, usedValues } from "../addresses.js";
import { isAppOffered, paysInApp } from "../bank.js";
import { fieldError, icon } from "../components.js";
import { draft } from "../draft.js";
import { launch } from "../launch.js";
import { wantedTime } from "../offered-times.js";
import { loadedSettings, state } from "../state.js";
import { t } from "../texts.js";
import { pickupTime } from "./checkout-times.js";

/** @import { PaymentMethod, Renderable } from "../../shared/types" */
/** @import { FormErrors, Question } from "../types" */

/** @import { Contact } from "../checkout-form.js" */

/** @typedef {Exclude<import("../types").DraftField, "pickup_time" | "scheduled_for" | "promo_code" | "cutlery" | "no_call" | "adult" | "zone_id" | "lat" | "lon">} InputField */

/**
 * How each field is typed: keyboards and autofill differ.
 * @type {Record<InputField, { type?: string, inputmode?: string, autocomplete: string, autocapitalize?: string, placeholder?: string }>}
 */
const INPUTS = {
  name: { autocomplete: "name", autocapitalize: "words" },
  phone: { type: "tel", inputmode: "tel", autocomplete: "tel", placeholder: "+380" },
  address_city: { autocomplete: "address-level2", autocapitalize: "words" },
  address_street: { autocomplete: "address-line1", autocapitalize: "words" },
  address_house: { autocomplete: "address-line2" },
  address_apartment: { autocomplete: "address-line3", inputmode: "numeric" },
  address_comment: { autocomplete: "off" },
  table_number: { inputmode: "numeric", autocomplete: "off" },
  cash_change_for: { inputmode: "numeric", autocomplete: "off" },
};
/** @type {InputField[]} */
const OPTIONAL = ["address_apartment", "address_comment", "table_number", "cash_change_for"];

/**
 * @param {InputField} name
 * @returns {string | null}
 */
function hintOf(name) {
  if (name === "phone" && draft.type !== "dine_in") return null;
  return name === "address_comment" || name === "table_number" || name === "phone" ? t(`field.${name}.hint`) : null;
}

/**
 * @param {InputField} name
 * @param {FormErrors} errors
 */
export function inputField(name, errors) {
  const input = INPUTS[name];
  const isOptional = OPTIONAL.includes(name);
  const hint = hintOf(name);
  const used = usedValues(name);
  return html`<div class="field field-${name}" data-key="${name}">
    <label for="${name}">${t(`field.${name}`)}</label>
    <input id="${name}" name="${name}" type="${input.type ?? "text"}" inputmode="${input.inputmode ?? "text"}"
      autocomplete="${input.autocomplete}" autocapitalize="${input.autocapitalize ?? "off"}" maxlength="${name === "address_comment" ? PUBLISHED.COMMENT_LENGTH : PUBLISHED.LINE_LENGTH}"
      placeholder="${input.placeholder ?? (isOptional ? t("checkout.optional") : "")}" value="${draft[name]}" data-input="field" enterkeyhint="next"
      ${used.length > 0 && html`list="used-${name}"`}
      ${booleanAttribute("required", !isOptional)} aria-invalid="${errors[name] ? "true" : "false"}"
      aria-describedby="error-${name}${hint ? ` hint-${name}` : ""}" />
    ${used.length > 0 && html`<datalist id="used-${name}">${used.map((value) => html`<option value="${value}"></option>`)}</datalist>`}
    ${hint && html`<p class="field-hint" id="hint-${name}">${hint}</p>`}
    ${fieldError(name, errors[name])}
  </div>`;
}

/** The guest's addresses, to be taken or removed. */
export const addressChoice = () =>
  html`<ul class="choices" data-key="addresses">${offeredAddresses().map(
    ({ words, shown, isEntered }) => html`<li data-key="${words}">
    <button type="button" class="button soft small" data-action="useAddress" data-words="${words}" aria-pressed="${isEntered ? "true" : "false"}">${shown}</button>
    <button type="button" class="icon-button" data-action="forgetAddress" data-words="${words}" aria-label="${t("address.forget", { address: shown })}">${icon("close")}</button>
  </li>`,
  )}</ul>`;

/** What the owner wants to be asked; at a table there is no need to. */
export const askedQuestions = () => (draft.type === "dine_in" ? [] : (loadedSettings().checkout_questions ?? []));

/** These, and the guest's age with alcohol. @returns {Question[]} */
export const allQuestions = () => (state.cart?.asks_age ? [...askedQuestions(), "adult"] : askedQuestions());

/** Who ordered; at a table the owner may want to know less. @returns {Contact[]} */
export const askedContacts = () => (draft.type === "dine_in" && loadedSettings().dine_in_asks) || ["name", "phone"];

/** The table as it will be ordered for: of the cafe's list where there is one, and that whose code was scanned. */
function chosenTable() {
  const table = draft.table_number.trim();
  const { tables } = loadedSettings();
  return !tables || tables.includes(table) || table === launch.table ? table : "";
}

/** @param {FormErrors} errors */
export function tableField(errors) {
  const { tables } = loadedSettings();
  if (!tables) return inputField("table_number", errors);
  const chosen = chosenTable();
  return html`<div class="field" data-key="table_number">
    <label for="table_number">${t("field.table_number")}</label>
    <select id="table_number" name="table_number" data-change="field" aria-invalid="${errors.table_number ? "true" : "false"}" aria-describedby="error-table_number hint-table_number">
      ${!chosen && html`<option value="" selected disabled>${t("table.choose")}</option>`}
      ${(tables.includes(chosen) || !chosen ? tables : [chosen, ...tables]).map(
        (table) => html`<option value="${table}" ${booleanAttribute("selected", table === chosen)}>${table}</option>`,
      )}
    </select>
    <p class="field-hint" id="hint-table_number">${t("field.table_number.hint")}</p>
    ${fieldError("table_number", errors.table_number)}
  </div>`;
}

/** @param {Question} name */
export const questionField = (name) => html`<label class="pay-option">
    <input type="checkbox" role="switch" id="${name}" name="${name}" value="yes" data-change="answer" ${booleanAttribute("checked", draft[name] !== "")} />
    <b>${t(`ask.${name}`)}</b>
  </label>`;

/** Whether the guest is of age, where there is alcohol in the cart. @param {FormErrors} errors */
export const ageField = (errors) =>
  state.cart?.asks_age &&
  html`<div class="panel" data-key="adult">${questionField("adult")}${fieldError("adult", errors.adult)}</div>`;

/** The ways to pay that the cafe offers; where it has only cards and no bank yet, cards: the server says what then. */
function offeredPayments() {
  const wanted = loadedSettings().payments ?? PUBLISHED.PAYMENT_METHODS;
  const offered = wanted.filter((method) => method !== "card" || state.isCardOffered);
  return offered.length > 0 ? offered : wanted;
}

/** How the order will be paid: what was chosen once counts only where it is offered. */
export function paymentMethod() {
  const offered = offeredPayments();
  return offered.includes(draft.payment_method) ? draft.payment_method : (offered[0] ?? "cash");
}

/** The draft as it would be ordered now, with the time that "as soon as possible" means. */
export function completeDraft() {
  const payable = {
    ...draft,
    payment_method: paymentMethod(),
    scheduled_for: wantedTime(),
    table_number: chosenTable(),
  };
  return draft.type === "pickup" ? { ...payable, pickup_time: pickupTime() } : payable;
}

/** The draft's choice among cash, the bank's page and its app. */
const chosenPayment = () => (paymentMethod() === "card" && paysInApp() ? "app" : paymentMethod());

/**
 * @param {PaymentMethod | "app"} value
 * @param {string} hint
 */
const paymentOption = (value, hint) => html`<label class="pay-option">
    <input type="radio" name="payment_method" value="${value}" data-change="payment"
      ${booleanAttribute("checked", chosenPayment() === value)} />
    <span class="pay-icon">${icon(value)}</span>
    <span><b>${t(`pay.${value}`)}</b><small>${hint}</small></span>
  </label>`;

/** What the bank's page offers, before anybody is led there. */
function payWays() {
  const ids = state.payWays.map((way) => `pay.way.${way}`).filter(hasText);
  return new Intl.ListFormat(currentLocale(), { type: "disjunction" }).format(ids.map((id) => anyText(id)));
}

/** Banknotes that an order may be paid with. */
const NOTES = [200, 500, 1000];

/** @param {number} total */
const notes = (total) =>
  html`<div class="choices">${NOTES.filter((note) => note > total).map(
    (note) =>
      html`<button type="button" class="button soft small" data-action="changeFor" data-note="${note}" aria-pressed="${draft.cash_change_for === String(note) ? "true" : "false"}">${money(note)}</button>`,
  )}</div>`;

/**
 * @param {FormErrors} errors
 * @param {number} total
 */
export const paymentFields = (errors, total) => html`<div class="pay-options">
        ${offeredPayments().includes("cash") && paymentOption("cash", t(`pay.cash.${draft.type}`))}${
          offeredPayments().includes("card") && paymentOption("card", payWays() || t("pay.card.hint"))
        }${offeredPayments().includes("card") && isAppOffered() && paymentOption("app", t("pay.app.hint"))}
      </div>
      ${fieldError("payment_method", errors.payment_method)}
      ${draft.type === "delivery" && paymentMethod() === "cash" && [inputField("cash_change_for", errors), notes(total)]}`;

/**
 * @param {string} title
 * @param {Renderable} content
 */
export const fieldset = (title, content) =>
  html`<fieldset class="panel" data-key="${title}"><legend>${title}</legend>${content}</fieldset>`;

/**
 * Enter, or "next" on a phone's keyboard, goes on to the next field; it must not order before everything was seen.
 * @param {HTMLFormElement} form
 */
export function focusNextField(form) {
  const fields = [...form.querySelectorAll("input:not([type='radio']), input:checked, select")];
  const current = document.activeElement ? fields.indexOf(document.activeElement) : -1;
  const next = fields[current + 1] ?? document.querySelector(".bar-button, .aside-footer .button");
  if (next instanceof HTMLElement) next.focus();
}
