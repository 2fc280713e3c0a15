/** Giving money back: asking with the sum, doing it, and telling how far it is. */

import { ask, isDialogOpen, openedDialog } from "../../../shared/dialog.js";
import { draw } from "../../../shared/drawing.js";
import { money } from "../../../shared/formats.js";
import { RefusedError } from "../../../shared/request.js";
import { showToast } from "../../../shared/toast.js";
import { api } from "../../lib/api.js";
import { tellFailure } from "../../lib/save.js";
import { t } from "../../lib/texts.js";
import { rereadOrder } from "./reading.js";
import { paymentOf, sumText, wishOf } from "./refund-choice.js";
import { orderState } from "./state.js";
import { exactMoney } from "./words.js";

/** @import { OfferedRefund, RefundOffer } from "../../order-types" */
/** @import { Choice } from "./refund-choice.js" */

const LOOKS = 6;
const LOOK_MS = 4000;

/** Ask with the sum. @param {RefundOffer} offer @param {Choice} choice */
export function isSure(offer, choice) {
  const sum = sumText(offer, choice);
  const isByCard = paymentOf(offer, choice)?.provider && !choice.isInPerson;
  return isByCard
    ? ask(t("refunds.sureCard", { sum }), { yes: t("refunds.yesCard", { sum }) })
    : ask(t("refunds.surePerson", { sum }), { yes: t("refunds.yesPerson", { sum }) });
}

/** How it went. @param {OfferedRefund | undefined} refund */
function tellProgress(refund) {
  if (!refund) return;
  const sum = exactMoney(refund.money);
  if (refund.state === "refused") showToast(t("refunds.told.refused", { sum }), { tone: "bad" });
  else if (refund.state === "done")
    showToast(t(refund.way === "person" ? "refunds.told.person" : "refunds.told.done", { sum }), { tone: "good" });
  else showToast(t("refunds.told.going", { sum }));
}

/** What the dialog says of a refusal after which something else can be chosen; empty for the others. @param {unknown} error @param {Choice} choice */
function refusalText(error, choice) {
  if (!(error instanceof RefusedError)) return "";
  if (error.code === "refund_limit") {
    const { limit } = /** @type {{ limit: number }} */ (error.body);
    return t("refunds.refused.limit", { limit: money(limit) });
  }
  if (error.code === "forbidden") return t("refunds.refused.role");
  if (error.code === "provider_unavailable") return t("refunds.refused.provider");
  if (error.code === "changed") return stillLeft(/** @type {RefundOffer} */ (error.body), choice);
  return error.code === "invalid" ? (error.problems[0]?.message ?? "") : "";
}

/** Somebody was quicker: what is left now, if anything, is shown in the dialog that stays. @param {RefundOffer} offer @param {Choice} choice */
function stillLeft(offer, choice) {
  orderState.refunds = offer;
  for (const { id, left } of offer.lines) choice.pieces[id] = Math.min(choice.pieces[id] ?? 0, left);
  const payment = paymentOf(offer, choice);
  return payment ? t("refunds.refused.left", { sum: exactMoney(payment.money) }) : "";
}

/** Look soon what became of a refund that the bank has not finished; later the page's own refreshing does. @param {number} id of the order */
async function follow(id) {
  const isOpen = () => orderState.refunds?.refunds.some(({ state }) => !["done", "refused"].includes(state));
  for (let looks = 0; looks < LOOKS && isOpen() && orderState.order?.id === id; looks += 1) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    if (!isDialogOpen()) await rereadOrder(id);
  }
}

/**
 * Give money back, show the order as it is then, and tell how it went.
 * @param {number} id of the order
 * @param {RefundOffer} offer
 * @param {Choice} choice
 * @returns {Promise<string>} why not, where another choice may do; else empty, and the dialog is closed
 */
export async function give(id, offer, choice) {
  const known = new Set(offer.refunds.map((refund) => refund.id));
  const { close } = openedDialog();
  orderState.busy = "refund";
  orderState.pressed += 1;
  draw();
  try {
    /** @type {RefundOffer} */
    const now = await api.post(`/orders/${id}/refunds`, wishOf(offer, choice));
    close();
    tellProgress(now.refunds.find((refund) => !known.has(refund.id)));
  } catch (error) {
    const text = refusalText(error, choice);
    if (text) return text;
    close();
    if (error instanceof RefusedError && error.code === "changed")
      showToast(t("refunds.refused.changed"), { tone: "bad" });
    else tellFailure(error);
  } finally {
    orderState.busy = "";
    draw();
  }
  rereadOrder(id).then(() => follow(id));
  return "";
}
