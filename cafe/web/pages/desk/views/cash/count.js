/** Counting a till: notes and coins, then how it compares; with that the day is opened or closed. */

import { actions } from "../../../shared/delegate.js";
import { draw } from "../../../shared/drawing.js";
import { inHryvnias } from "../../../shared/formats.js";
import { html } from "../../../shared/html.js";
import { showToast } from "../../../shared/toast.js";
import { optionalNumber } from "../../lib/draft.js";
import { errorLine, errorOf, field, focusFirstError, textArea } from "../../lib/fields.js";
import { icon } from "../../lib/icons.js";
import { t } from "../../lib/texts.js";
import { go } from "../../router.js";
import { differenceBadge } from "./figures.js";
import { findTill, sendTill, sumText, tills } from "./state.js";

/** @import { TillCount } from "./state.js" */

const KOPIYKAS = "kopiykas";
const MOST_DIGITS = 8;

/** `till` is 0 where there is none yet. @type {{ till: number, pieces: Map<string, string>, isAgain: boolean, reason: string }} */
const counting = { till: 0, pieces: new Map(), isAgain: false, reason: "" };

/** @param {number} id */
export function beginTillCount(id) {
  if (counting.till === id && isTillCounted()) return; // read anew in the middle of it
  Object.assign(counting, { till: id, pieces: new Map(), isAgain: false, reason: "" });
  tills.problems = [];
}

export const isTillCounted = () => counting.pieces.size > 0 || counting.reason !== "";

export function endTillCount() {
  Object.assign(counting, { pieces: new Map(), isAgain: false, reason: "" });
}

const till = () => findTill(counting.till);
const purpose = () => (till()?.day ? "closing" : "opening");

/** In kopiykas, as far as numbers are typed. */
const total = () =>
  [...counting.pieces].reduce((sum, [face, text]) => {
    const count = optionalNumber(text);
    return sum + (typeof count === "number" ? count * (face === KOPIYKAS ? 1 : Number(face) * 100) : 0);
  }, 0);

/** @param {string} face @param {string} label */
const piece = (face, label) =>
  field({
    name: `piece-${face}`,
    label,
    value: counting.pieces.get(face) ?? "",
    inputmode: "numeric",
    maxlength: MOST_DIGITS,
    input: "till.piece",
    error: errorOf(tills.problems, `pieces.${face}`),
  });

const form = () => html`<form class="card stack till-count" data-submit="till.count" novalidate>
  <p>${t(purpose() === "closing" ? "till.count.about" : "till.count.opening")}</p>
  <fieldset><legend class="field-name">${t("till.pieces")}</legend><div class="till-pieces">
    ${tills.known.faces.map((face) => piece(String(face), inHryvnias(String(face))))}
    ${piece(KOPIYKAS, t("till.kopiykas"))}</div></fieldset>
  ${errorLine(tills.problems.find((each) => each.field === "pieces")?.message ?? "")}
  <p class="till-total">${t("till.total")} <b class="numbers" id="till-total">${sumText(total())}</b></p>
  <p><button class="button" aria-busy="${String(tills.isBusy)}">${t("till.count.done")}</button></p></form>`;

/** @param {TillCount} count */
const outcome = ({
  id,
  counted,
  expected,
  difference,
}) => html`<form class="card stack till-count" data-submit="till.${purpose()}" data-id="${id}" novalidate>
  <dl class="till-figures">
    <div class="till-line expected"><dt>${t("till.counted")}</dt><dd class="numbers">${sumText(counted)}</dd></div>
    ${expected !== null && html`<div class="till-line"><dt>${t(purpose() === "closing" ? "till.expected" : "till.wasLeft")}</dt><dd class="numbers">${sumText(expected)}</dd></div>`}
  </dl>
  ${expected !== null && html`<p>${differenceBadge(difference)}</p>`}
  ${difference !== 0 && textArea({ name: "reason", label: t("till.reason"), value: counting.reason, hint: t("till.reason.hint"), maxlength: 200, rows: 2, input: "till.reason", error: errorOf(tills.problems, "reason") })}
  <p class="cluster"><button class="button" aria-busy="${String(tills.isBusy)}">${t(purpose() === "closing" ? "till.close" : "till.open")}</button>
    <button type="button" class="button soft" data-action="till.again">${t("till.again")}</button></p>
  <p class="muted">${t("till.again.about")}</p></form>`;

export function tillCountView() {
  const count = counting.isAgain ? null : (till()?.count ?? null);
  return html`<p><a class="back-link" href="#/cash">${icon("back")}${t("back")}</a></p>
    ${count ? outcome(count) : form()}`;
}

export const tillCountTitle = () =>
  `${t(purpose() === "closing" ? "till.closing" : "till.opening")}${till() ? `: ${till()?.name}` : ""}`;

actions["till.piece"] = (element) => {
  const { id, value } = /** @type {HTMLInputElement} */ (element);
  const face = id.slice("piece-".length);
  if (value.trim() === "") counting.pieces.delete(face);
  else counting.pieces.set(face, value);
  tills.problems = [];
  draw();
};
actions["till.reason"] = (element) => {
  counting.reason = /** @type {HTMLTextAreaElement} */ (element).value;
};
actions["till.again"] = () => {
  Object.assign(counting, { isAgain: true, pieces: new Map(), reason: "" });
  draw();
};
actions["till.count"] = async (sent) => {
  const pieces = Object.fromEntries([...counting.pieces].map(([face, text]) => [face, optionalNumber(text)]));
  if (!(await sendTill("/counts", { till: counting.till || null, pieces }))) {
    queueMicrotask(() => focusFirstError(sent));
    return;
  }
  if (counting.till === 0) counting.till = tills.known.tills[0]?.id ?? 0;
  Object.assign(counting, { isAgain: false, pieces: new Map(), reason: "" });
  if (location.hash !== `#/cash/count/${counting.till}`) await go(`#/cash/count/${counting.till}`, { replaces: true });
  draw();
};

/** @param {HTMLElement} sent @param {"/openings" | "/closings"} path @param {string} told */
async function finish(sent, path, told) {
  if (!(await sendTill(path, { count: Number(sent.dataset.id), reason: counting.reason.trim() }))) {
    queueMicrotask(() => focusFirstError(sent));
    return;
  }
  endTillCount();
  showToast(told, { tone: "good" });
  await go("#/cash");
}
actions["till.opening"] = (sent) => finish(sent, "/openings", t("till.told.opened"));
actions["till.closing"] = (sent) => finish(sent, "/closings", t("till.told.closed"));
