/** The order form: contacts, address or time or table, payment, and every amount; refusals stand at their field. */

import { api, Refused } from "../api.js";
import { refresh, totals } from "../cart.js";
import { cartNotices, checkPromo, currentAmounts, page as cartPage, typeChoice } from "./cart.js";
import { draft, isDirty, keepDraft, prefill, problemsOf, problemsOfRefusal, requestOf } from "../form.js";
import { flag, html } from "../html.js";
import { money, t } from "../i18n.js";
import { launch } from "../launch.js";
import { bill, icon, notice, waiting } from "../parts.js";
import { openAttempt, place } from "../placing.js";
import { navigate } from "../routes.js";
import { cafeTime, pickupTimes } from "../rules.js";
import { change, state } from "../state.js";
import { canShareContact, confirmClosing, haptic, sharedContact } from "../telegram.js";

let problems = {};
let isSending = false;
let isLost = false;

/** How each field is typed: keyboards and autofill differ. */
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
const OPTIONAL = ["address_apartment", "address_comment", "table_number", "cash_change_for"];
const HINTED = ["address_comment", "table_number", "cash_change_for"];

const errorOf = (name) =>
  html`<p class="field-error" id="error-${name}" role="alert">${problems[name] && html`${icon("info")}${problems[name]}`}</p>`;

function field(name) {
  const input = INPUTS[name];
  const isOptional = OPTIONAL.includes(name);
  return html`<div class="field field-${name}" data-key="${name}">
    <label for="${name}">${t(`field.${name}`)}</label>
    <input id="${name}" name="${name}" type="${input.type ?? "text"}" inputmode="${input.inputmode ?? "text"}"
      autocomplete="${input.autocomplete}" autocapitalize="${input.autocapitalize ?? "off"}" maxlength="200"
      placeholder="${input.placeholder ?? (isOptional ? t("checkout.optional") : "")}" value="${draft[name]}" data-input="field" enterkeyhint="next"
      ${flag("required", !isOptional)} aria-invalid="${problems[name] ? "true" : "false"}"
      aria-describedby="error-${name}${HINTED.includes(name) ? ` hint-${name}` : ""}" />
    ${HINTED.includes(name) && html`<p class="field-hint" id="hint-${name}">${t(`field.${name}.hint`)}</p>`}
    ${errorOf(name)}
  </div>`;
}

const offered = () => pickupTimes(state.settings, cafeTime(state.timezone));

function timeField() {
  const { soonest, times } = offered();
  const chosen = times.includes(draft.pickup_time) ? draft.pickup_time : "";
  return html`<div class="field" data-key="pickup_time">
    <label for="pickup_time">${t("field.pickup_time")}</label>
    <select id="pickup_time" name="pickup_time" data-change="field" aria-invalid="${problems.pickup_time ? "true" : "false"}"
      aria-describedby="error-pickup_time">
      ${soonest && html`<option value="" ${flag("selected", !chosen)}>${t("time.soonest", { time: soonest })}</option>`}
      ${times.map((time) => html`<option value="${time}" ${flag("selected", time === chosen)}>${time}</option>`)}
    </select>
    ${!soonest && html`<p class="field-hint">${t("time.closed", { time: state.settings.work_hours_from })}</p>`}
    ${errorOf("pickup_time")}
  </div>`;
}

const block = (title, content) => html`<fieldset class="block" data-key="${title}"><legend>${title}</legend>${content}</fieldset>`;

const where = {
  delivery: () =>
    block(t("checkout.where"), html`<div class="fields">
      ${["address_city", "address_street", "address_house", "address_apartment", "address_comment"].map(field)}
    </div>`),
  pickup: () => block(t("checkout.when"), timeField()),
  dine_in: () => block(t("checkout.table"), field("table_number")),
};

const payment = () => {
  const option = (value, sign, hint) => html`<label class="pay-option">
    <input type="radio" name="payment_method" value="${value}" data-change="payment"
      ${flag("checked", draft.payment_method === value)} />
    <span class="pay-sign">${icon(sign)}</span>
    <span><b>${t(`pay.${value}`)}</b><small>${hint}</small></span>
  </label>`;
  return block(
    t("checkout.payment"),
    html`<div class="pay-options">
        ${option("cash", "cash", t(`pay.cash.${draft.type}`))}${option("card", "card", t("pay.card.hint"))}
      </div>
      ${errorOf("payment_method")}
      ${draft.type === "delivery" && draft.payment_method === "cash" && field("cash_change_for")}`,
  );
};

const lost = () =>
  notice("", {
    tone: "bad",
    sign: "cloud",
    more: html`<h2>${t("lost.title")}</h2><p>${t("lost.text")}</p>
      <button type="button" class="button" data-do="placeOrder" aria-busy="${isSending ? "true" : "false"}">${t("lost.retry")}</button>`,
  });

function view() {
  // An attempt without an answer comes first: the cart may be empty already because it did arrive.
  if (isLost) return html`<div role="alert">${lost()}</div>`;
  if (!state.cart) return waiting(4);
  if (totals().count === 0) return cartPage.view();
  const sums = currentAmounts();
  const minimum = sums.missingForMinimum > 0 ? t("minimum.missing", { amount: money(sums.missingForMinimum) }) : "";
  return html`<form id="checkout" data-submit="placeOrder" novalidate>
    ${cartNotices()}
    ${problems.form && html`<div role="alert">${notice(problems.form, { tone: "bad" })}</div>`}
    <div class="block">
      ${typeChoice()}
      <p class="field-error" id="error-type" role="alert">${problems.type || minimum}</p>
    </div>
    ${where[draft.type]()}
    ${block(
      t("checkout.contacts"),
      html`<div class="fields">${field("name")}${field("phone")}</div>
        ${canShareContact() &&
        html`<button type="button" class="button soft" data-do="shareContact">${icon("phone")}${t("contact.share")}</button>`}`,
    )}
    ${payment()}
    <div class="block">
      <h2 class="block-title">${t("sum.title")}</h2>
      ${bill(sums, { type: draft.type, promoCode: state.promo.code })}
      ${problems.promo && html`<p class="field-error" role="alert">${icon("info")}${problems.promo}</p>
        <button type="button" class="button soft" data-do="dropPromo">${t("promo.remove")}</button>`}
    </div>
    <button type="submit" class="for-ears" tabindex="-1" aria-hidden="true">${t("checkout.submit")}</button>
  </form>`;
}

async function enter() {
  checkPromo();
  problems = {};
  isLost = Boolean(openAttempt());
  try {
    const known = await api.prefill();
    prefill({ name: known.name, phone: known.phone, ...known.delivery });
    if (!draft.name && launch.user?.first_name) prefill({ name: launch.user.first_name });
    change();
  } catch {
    // The form can be filled by hand.
  }
}

function show(found) {
  problems = found;
  haptic("error");
  change();
  queueMicrotask(() => {
    const first = document.querySelector("#page [aria-invalid='true'], #page .field-error:not(:empty), #page .notice.bad");
    first?.scrollIntoView({ block: "center" });
    first?.focus?.({ preventScroll: true });
  });
}

/** The form with the time that "as soon as possible" means now. */
function filled() {
  if (draft.type !== "pickup") return draft;
  const { soonest, times } = offered();
  const chosen = times.includes(draft.pickup_time) ? draft.pickup_time : "";
  return { ...draft, pickup_time: chosen || soonest || times[0] || "" };
}

async function submit() {
  if (isSending) return;
  if (!openAttempt()) {
    const found = problemsOf(filled(), currentAmounts().total);
    if (currentAmounts().missingForMinimum > 0) found.type = t("minimum.text", { amount: money(state.settings.min_delivery_order_amount) });
    if (Object.keys(found).length > 0) {
      show(found);
      return;
    }
  }
  problems = {};
  isSending = true;
  change();
  try {
    // What is ordered must be what was seen: something may have sold out, or changed in the chat.
    if (!openAttempt() && (await refresh())) {
      show({ form: t("cart.changed") });
      return;
    }
    const promoCode = state.promo.percent > 0 ? state.promo.code : "";
    const result = await place(draft.type, requestOf(filled(), promoCode));
    isLost = false;
    change({ promo: { code: "", percent: 0, message: "", isChecking: false }, orders: null });
    haptic("success");
    navigate({ page: "order", order: result.order_id, isNew: true }, { replace: true });
  } catch (error) {
    if (error instanceof Refused) await refused(error);
    else {
      isLost = Boolean(openAttempt());
      show(isLost ? {} : { form: t("offline.action") });
    }
  } finally {
    isSending = false;
    change();
  }
}

async function refused(error) {
  isLost = false;
  if (error.code === "cart_empty") await refresh().catch(() => {});
  show(problemsOfRefusal(error, draft));
}

export const page = {
  title: () => t("checkout"),
  needsMenu: true,
  view,
  enter,
  leave: () => confirmClosing(false),
  after: () => confirmClosing(isDirty() && totals().count > 0),
  bar: () =>
    isLost || !state.cart || totals().count === 0
      ? null
      : {
          text: isSending ? t("checkout.sending") : t("checkout.submit"),
          amount: money(currentAmounts().total),
          action: "placeOrder",
          isBusy: isSending,
        },
};

export const checkoutActions = {
  placeOrder: submit,
  field(input) {
    keepDraft({ [input.name]: input.value });
    confirmClosing(true);
    if (!problems[input.name]) return;
    delete problems[input.name];
    change();
  },
  payment(input) {
    keepDraft({ payment_method: input.value });
    haptic("selection");
    change();
  },
  dropPromo() {
    delete problems.promo;
    keepDraft({ promo_code: "" });
    change({ promo: { code: "", percent: 0, message: "", isChecking: false } });
  },
  async shareContact() {
    const phone = await sharedContact();
    if (!phone) return;
    keepDraft({ phone: `+${phone.replace(/\D/g, "")}` });
    change();
  },
};
