/** The order form: contacts, address or time or table, payment, and every amount; refusals stand at their field. */

import { money } from "../../shared/formats.js";
import { html } from "../../shared/html.js";
import { RefusedError } from "../../shared/request.js";
import { canShareContact, haptic, requestPhone, setClosingConfirmation } from "../../shared/telegram.js";
import { enterAddress, fillAddress, forgetAddress, rememberAddress } from "../addresses.js";
import { api } from "../api.js";
import { openBank } from "../bank.js";
import { cartLines, cartTotals, reloadCart, reloadMenu } from "../cart.js";
import { errorsOfRefusal, orderForm, validate } from "../checkout-form.js";
import { fieldError, icon, notice, skeleton, wideScreen } from "../components.js";
import { draft, isDirty, prefill, saveDraft } from "../draft.js";
import { launch } from "../launch.js";
import { areTimesKnown, isTimeMissing, loadAllTimes, loadTimes, timeOn, wantedTime } from "../offered-times.js";
import { closedReason, currentAmounts, missingText, obstacle, standing } from "../orderability.js";
import { dropAttempt, holdOrder, submitOrder, unansweredAttempt, updateOwnOrder } from "../own-orders.js";
import { navigate } from "../router.js";
import { loadedSettings, NO_PROMO, setState, state } from "../state.js";
import { t } from "../texts.js";
import { zoneId } from "../zones.js";
import {
  asideFooter,
  cartActions,
  cartContent,
  cartNotices,
  checkPromo,
  deliveryGoal,
  removePromo,
  showUnavailable,
  typeChoice,
} from "./cart.js";
import {
  addressChoice,
  ageField,
  allQuestions,
  askedContacts,
  askedQuestions,
  completeDraft,
  fieldset,
  focusNextField,
  inputField,
  paymentFields,
  paymentMethod,
  questionField,
  tableField,
} from "./checkout-fields.js";
import { amountsToPay, correctTotal, folded, ordered, summary } from "./checkout-sum.js";
import { timeFields } from "./checkout-times.js";
import {
  askZone,
  chooseZone,
  followAddress,
  forgetPlace,
  isZoneMissing,
  prefillZone,
  zoneActions,
  zoneField,
} from "./checkout-zone.js";

/** @import { PaymentMethod } from "../../shared/types" */
/** @import { Bar, DraftField, FormErrors, OrderAttempt, Screen } from "../types" */
/** @import { InputField } from "./checkout-fields.js" */

/** @type {InputField[]} */
const ADDRESS = ["address_city", "address_street", "address_house", "address_apartment", "address_comment"];

/** @type {FormErrors} */
let errors = {};
let isSending = false;
let isUnanswered = false;
let isElsewhere = false;
let isPrefilled = false;

function timeSection() {
  const fields = timeFields(errors);
  return fields && fieldset(t("checkout.when"), fields);
}

/** At the table whose code was scanned, nothing else is asked about it, unless the guest says so. */
const isAtKnownTable = () =>
  draft.type === "dine_in" && !isElsewhere && launch.table !== "" && draft.table_number === launch.table;

const wayFields = () =>
  isAtKnownTable()
    ? notice(t("table.bring", { table: launch.table }), {
        iconName: "dine_in",
        more: html`<button type="button" class="link-button" data-action="elsewhere">${t("choice.change")}</button>`,
      })
    : typeChoice();

/** What only this type of order asks for. */
const typeFields = {
  delivery: () => [
    fieldset(
      t("checkout.where"),
      html`${addressChoice()}<div class="fields">
      ${ADDRESS.map((name) => inputField(name, errors))}
    </div>${zoneField(errors)}`,
    ),
    timeSection(),
  ],
  pickup: timeSection,
  dine_in: () => !isAtKnownTable() && fieldset(t("checkout.table"), tableField(errors)),
};

const contactFields = () =>
  askedContacts().length > 0 &&
  fieldset(
    t("checkout.contacts"),
    html`<div class="fields">${askedContacts().map((name) => inputField(name, errors))}</div>
        ${
          askedContacts().includes("phone") &&
          canShareContact() &&
          html`<button type="button" class="button soft" data-action="shareContact">${icon("phone")}${t("contact.share")}</button>`
        }`,
  );

/** Whether no answer could help; where only this zone's minimum is missing, another address may do. */
const isFormOff = () => closedReason() !== "" || (missingText() !== "" && zoneId() === null);

/** What is asked, once the order could be placed. */
const questions = () => html`${typeFields[draft.type]()}
    ${contactFields()}
    ${askedQuestions().length > 0 && fieldset(t("ask"), html`<div class="pay-options">${askedQuestions().map(questionField)}</div>`)}
    ${ageField(errors)}
    ${fieldset(t("checkout.payment"), paymentFields(errors, amountsToPay().total))}`;

/** @type {typeof import("./unsent.js") | null} */
let unsent = null;

/** @param {typeof import("./unsent.js")} module for when there is no network: it was loaded while there was */
export function takeUnsent(module) {
  unsent = module;
  setState();
}

function unansweredNotice() {
  const attempt = unansweredAttempt();
  return attempt && unsent ? unsent.unsentNotice(attempt, isSending) : notice(t("offline.action"), { tone: "bad" });
}

function view() {
  // An attempt without an answer comes first: the cart may be empty already because it did arrive.
  if (isUnanswered) return html`<div role="alert">${unansweredNotice()}</div>`;
  if (!state.cart) return skeleton(4);
  if (cartTotals().count === 0) return cartContent();
  if (!areTimesKnown()) return skeleton(4); // what is asked depends on them
  if (isPrefilled) prefill({ address_city: loadedSettings().city ?? "" });
  return html`<form id="checkout" data-submit="nextField" novalidate>
    ${standing()}${cartNotices()}${!wideScreen.matches && folded()}
    ${errors.form && html`<div role="alert">${notice(errors.form, { tone: "bad" })}</div>`}
    <div class="panel">
      ${wayFields()}
      ${fieldError("type", errors.type)}
      ${!closedReason() && currentAmounts().missingForMinimum > 0 && deliveryGoal(currentAmounts())}
    </div>
    ${!isFormOff() && questions()}
    ${!wideScreen.matches && summary(errors.promo)}
    <button type="submit" hidden></button>
  </form>`;
}

/** @returns {Bar | null} */
function bar() {
  if (isUnanswered || !state.cart || !areTimesKnown() || cartTotals().count === 0) return null;
  const reason = !isSending && obstacle();
  const amount = money(amountsToPay().total);
  const isPaid = paymentMethod() === "card" && amountsToPay().total > 0;
  const text = isPaid ? t("order.payNow", { amount }) : t("checkout.submit");
  return {
    text: reason || (isSending ? t("checkout.sending") : text),
    amount: isPaid ? "" : amount,
    action: "placeOrder",
    isBusy: isSending,
    isOff: Boolean(reason),
  };
}

/** The dishes, the amounts and the way on, in sight all the time. */
function aside() {
  const step = bar();
  return step && html`<h2>${t("sum.items")}</h2>${ordered()}${summary(errors.promo)}${asideFooter(step)}`;
}

async function enter() {
  isElsewhere = false;
  checkPromo();
  errors = {};
  correctTotal(null);
  isUnanswered = unansweredAttempt() !== null;
  loadAllTimes();
  try {
    const known = await api.prefill();
    prefill({ name: known.name, phone: known.phone });
    fillAddress(known.delivery);
    prefillZone(known.delivery);
    if (!draft.name && launch.user?.first_name) prefill({ name: launch.user.first_name });
  } catch {
    fillAddress(null); // the form can be filled by hand
  }
  isPrefilled = true;
  setState();
  askZone();
}

/** @param {FormErrors} found */
function showErrors(found) {
  errors = found;
  haptic("error");
  setState();
  queueMicrotask(() => {
    const first = document.querySelector(
      "#page [aria-invalid='true'], #page .field-error:not(:empty), #page .notice.bad, #aside .field-error:not(:empty)",
    );
    first?.scrollIntoView({ block: "center" });
    if (first instanceof HTMLElement) first.focus({ preventScroll: true });
  });
}

/** @returns {FormErrors} */
function errorsBeforeSending() {
  const found = validate(completeDraft(), amountsToPay().total, {
    contacts: askedContacts(),
    towns: loadedSettings().delivery_towns ?? [],
    tables: loadedSettings().tables ?? [],
  });
  if (isTimeMissing()) found.scheduled_for = t("time.choose");
  if (isZoneMissing()) found.zone_id = t("zone.choose");
  return found;
}

async function placeOrder() {
  if (isSending) return;
  const former = unansweredAttempt();
  const found = former ? {} : errorsBeforeSending();
  if (Object.keys(found).length > 0) {
    showErrors(found);
    return;
  }
  errors = {};
  isSending = true;
  setState();
  try {
    if (former && !former.isHeld) await send(former);
    else await sendHeld(former);
  } catch (error) {
    await showFailure(error);
  } finally {
    isSending = false;
    setState();
  }
}

/** Whether something in the cart cannot be ordered as it was chosen: it is shown there. */
function leadsToTheCart(message = "") {
  const isLeading = cartLines().some((line) => line.unavailable);
  if (isLeading) showUnavailable(message);
  return isLeading;
}

/** The order as the person sees it. */
function seenOrder() {
  // The code is sent whatever became of checking it: the server decides, and nobody pays more without having agreed.
  const form = orderForm(completeDraft(), state.promo.code, allQuestions(), askedContacts());
  return { ...form, expected_total: amountsToPay().total };
}

/**
 * What is ordered must be what was seen: something may have sold out, or changed in the chat.
 * @param {OrderAttempt | null} former what could not be sent before; its times may have passed
 */
async function sendHeld(former) {
  if (!former) holdOrder(draft.type, seenOrder());
  const hasChanged = await reloadCart();
  const { attempt, errors: passed = {} } =
    former && unsent ? await unsent.renew(former) : { attempt: unansweredAttempt() };
  if (attempt && !hasChanged && Object.keys(passed).length === 0 && !cartLines().some((line) => line.unavailable)) {
    await send(attempt);
    return;
  }
  changeUnsent();
  if (!leadsToTheCart()) showErrors(hasChanged ? { form: t("cart.changed") } : passed);
}

/** Back to the form, with nothing sent. */
function changeUnsent() {
  dropAttempt();
  isUnanswered = false;
  setState();
}

/** @param {OrderAttempt} attempt */
async function send(attempt) {
  if (draft.type === "delivery") rememberAddress(draft);
  draft.scheduled_for = wantedTime(); // should it be refused, no other one steps into its place
  const result = await submitOrder(attempt);
  isUnanswered = false;
  setState({ promo: NO_PROMO, orders: null });
  haptic("success");
  reloadCart().catch(() => {}); // an order found again may be older than what is in the cart
  navigate({ page: "order", order: result.order_id, isNew: true }, { replace: true });
  if (!result.pay_url) return;
  updateOwnOrder(result.order_id, { triedToPay: true });
  openBank(result.pay_url, result.app_url);
}

/** @param {unknown} error */
async function showFailure(error) {
  if (!(error instanceof RefusedError)) {
    isUnanswered = unansweredAttempt() !== null;
    return;
  }
  isUnanswered = false;
  const { code, message, body } = error;
  if (["cart_empty", "options_unavailable", "total_changed"].includes(code)) await reloadCart().catch(() => {});
  // It may be another's by now, or over; and what is closed may be open for later.
  if (/_unavailable|closed/.test(code)) await Promise.all([loadTimes(draft.type), reloadMenu()]);
  if (code === "options_unavailable" && leadsToTheCart(message)) return;
  if (code === "total_changed" && body.total !== undefined) {
    await Promise.all([reloadMenu(), checkPromo()]); // one of them knows why
    correctTotal(body.total);
    showErrors({ form: t("checkout.total", { total: money(body.total) }) });
    return;
  }
  showErrors(errorsOfRefusal(error, draft));
}

/** @param {string} at empty: as soon as possible */
function chooseTime(at) {
  errors.scheduled_for = "";
  saveDraft({ scheduled_for: at });
  haptic("selection");
  setState();
}

/** @type {Screen} */
export const checkoutScreen = {
  title: () => t("checkout"),
  needsSettings: true,
  view,
  enter,
  leave: () => setClosingConfirmation(false),
  after: () => setClosingConfirmation(isDirty() && cartTotals().count > 0),
  bar,
  aside,
};

export const checkoutActions = {
  ...zoneActions,
  zone(/** @type {HTMLSelectElement} */ { value }) {
    errors.zone_id = "";
    chooseZone(value);
  },
  placeOrder,
  changeUnsent,
  dropUnsent() {
    changeUnsent();
    navigate({ page: "cart" }, { replace: true });
  },
  nextField: (/** @type {HTMLElement} */ form) => form instanceof HTMLFormElement && focusNextField(form),
  field(/** @type {HTMLInputElement | HTMLSelectElement} */ input) {
    const name = /** @type {DraftField} */ (input.name);
    saveDraft({ [name]: input.value });
    setClosingConfirmation(true);
    followAddress(name);
    if (!errors[name]) return;
    errors[name] = "";
    setState();
  },
  orderType(/** @type {HTMLInputElement} */ field) {
    errors.type = ""; // it was said of the type before
    cartActions.orderType(field);
    askZone();
  },
  when: (/** @type {HTMLInputElement} */ { value }) => chooseTime(value === "later" ? timeOn() : ""),
  day: (/** @type {HTMLSelectElement} */ { value }) => chooseTime(timeOn(value, wantedTime().slice(10))),
  time: (/** @type {HTMLSelectElement} */ { value }) => chooseTime(value),
  payment(/** @type {HTMLInputElement} */ input) {
    const isApp = input.value === "app";
    const method = /** @type {PaymentMethod} */ (isApp ? "card" : input.value);
    saveDraft({ payment_method: method, pays_in_app: isApp ? "yes" : "" });
    haptic("selection");
    setState();
  },
  answer(/** @type {HTMLInputElement} */ { name, checked }) {
    saveDraft({ [name]: checked ? "yes" : "" });
    setState();
  },
  useAddress(/** @type {HTMLElement} */ { dataset }) {
    errors = {};
    enterAddress(dataset.words);
    forgetPlace();
    setState();
  },
  forgetAddress(/** @type {HTMLElement} */ { dataset }) {
    forgetAddress(dataset.words);
    setState();
    queueMicrotask(() => document.getElementById("address_street")?.focus());
  },
  elsewhere() {
    isElsewhere = true;
    setState();
    queueMicrotask(() => document.getElementById("table_number")?.focus());
  },
  changeFor(/** @type {HTMLElement} */ { dataset }) {
    errors.cash_change_for = "";
    saveDraft({ cash_change_for: dataset.note ?? "" });
    setState();
  },
  dropPromo() {
    errors.promo = "";
    removePromo();
  },
  async shareContact() {
    const phone = await requestPhone();
    if (!phone) return;
    saveDraft({ phone: `+${phone.replace(/\D/g, "")}` });
    setState();
  },
};
