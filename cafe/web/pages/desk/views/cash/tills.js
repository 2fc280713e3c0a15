/** How the tills stand: their days, what is brought and taken out, and who works at them. */

import { actions } from "../../../shared/delegate.js";
import { closeDialog, openDialog } from "../../../shared/dialog.js";
import { dayText } from "../../../shared/formats.js";
import { html } from "../../../shared/html.js";
import { showToast } from "../../../shared/toast.js";
import { errorOf, field, focusFirstError, switchField } from "../../lib/fields.js";
import { dayAndTime } from "../../lib/format.js";
import { icon } from "../../lib/icons.js";
import { may } from "../../lib/session.js";
import { t } from "../../lib/texts.js";
import { dayTitle } from "./day.js";
import { differenceBadge, figuresView, tillMoveRow } from "./figures.js";
import { findTill, kopiykasOf, sendTill, sumText, tills } from "./state.js";

/** @import { Till, TillDay } from "./state.js" */

/** What the open dialog is about. @type {{ till: number, kind: "in" | "out" }} */
const about = { till: 0, kind: "in" };

const mayCount = () => may("orders", "cash");

/** @param {Till} till */
function acts({ id, day, closed_today: isOver }) {
  if (isOver) return html`<p class="muted">${t("till.tomorrow")}</p>`;
  if (!mayCount()) return "";
  if (!day) return html`<p><a class="button" href="#/cash/count/${id}">${t("till.opening")}</a></p>`;
  return html`<p class="cluster"><a class="button" href="#/cash/count/${id}">${t("till.closing")}</a>
    <button type="button" class="button soft" data-action="till.move" data-id="${id}" data-kind="in" aria-haspopup="dialog">${t("till.in")}</button>
    <button type="button" class="button soft" data-action="till.move" data-id="${id}" data-kind="out" aria-haspopup="dialog">${t("till.out")}</button></p>`;
}

/** @param {Till} till */
const card = (till) => html`<section class="card stack till-card" data-key="till-${till.id}">
  <header class="till-head"><h2>${till.name}</h2>
    ${till.day ? html`<span class="badge good">${t("till.isOpen")}</span>` : html`<span class="badge">${t("till.isClosed")}</span>`}
    ${may("cash") && html`<button type="button" class="button soft small" data-action="till.edit" data-id="${till.id}" aria-haspopup="dialog" aria-label="${t("till.edit.of", { till: till.name })}">${t("till.edit")}</button>`}</header>
  ${till.day && html`<p class="muted">${t("till.since", { number: till.day.number, name: till.day.by, moment: dayAndTime(till.day.at) })}</p>`}
  ${acts(till)}
  ${till.figures && figuresView(till.figures)}
  ${
    till.moves.length > 0 &&
    html`<details data-key="moves-${till.id}"><summary>${t(till.day ? "till.moves" : "till.moves.next")} (${String(till.moves.length)})</summary>
    <ul class="rows">${till.moves.map(tillMoveRow)}</ul></details>`
  }</section>`;

/** @param {TillDay} day */
const dayRow = (day) => html`<li data-key="d-${day.id}"><a class="row" href="#/cash/day/${day.id}">
  <span class="row-main"><b>${dayTitle(day)}</b> ${differenceBadge(day.difference)}<br>
    <span class="muted">${[dayText(day.day), day.closed_by, day.closing_reason].filter(Boolean).join(" · ")}</span></span>
  <b class="numbers">${sumText(day.counted)}</b>${icon("next")}</a></li>`;

const first = () => html`<section class="card stack till-card" data-key="till-0"><h2>${t("till.title")}</h2>
  <p>${t("till.about")}</p>
  ${mayCount() && html`<p><a class="button" href="#/cash/count/0">${t("till.first")}</a></p>`}</section>`;

export const tillsView = () => html`<div class="stack-large" data-key="tills">
  ${tills.known.tills.length === 0 ? first() : tills.known.tills.map(card)}
  ${may("cash") && html`<p><button type="button" class="button soft" data-action="till.add" aria-haspopup="dialog">${icon("plus")}<span>${t("till.add")}</span></button></p>`}
  ${(tills.known.days ?? []).length > 0 && html`<section class="stack" data-key="days"><h2>${t("till.days")}</h2><ul class="rows">${(tills.known.days ?? []).map(dayRow)}</ul></section>`}
</div>`;

const moveForm = () => html`<form class="stack" data-submit="till.storeMove" novalidate>
  <p>${t(about.kind === "in" ? "till.in.about" : "till.out.about")}</p>
  ${field({ name: "till-amount", label: t("till.amount"), suffix: "₴", inputmode: "decimal", maxlength: 12, error: errorOf(tills.problems, "amount"), required: true })}
  ${field({ name: "till-reason", label: t("till.reason"), hint: t(about.kind === "in" ? "till.in.hint" : "till.out.hint"), maxlength: 200, error: errorOf(tills.problems, "reason"), required: true })}
  <p><button class="button" aria-busy="${String(tills.isBusy)}">${t("save")}</button></p></form>`;

function tillForm() {
  const till = findTill(about.till);
  return html`<form class="stack" data-submit="till.store" novalidate>
    ${field({ name: "till-name", label: t("till.name"), value: till?.name ?? "", maxlength: 60, error: errorOf(tills.problems, "name"), required: true })}
    ${
      till &&
      html`<fieldset class="stack-small"><legend class="field-name">${t("till.people")}</legend><p class="field-hint">${t("till.people.about")}</p>
      ${(tills.known.people ?? []).map(({ id, name }) => switchField({ name: `till-person-${id}`, label: name, value: String(id), isOn: till.people.includes(id) }))}</fieldset>`
    }
    <p><button class="button" aria-busy="${String(tills.isBusy)}">${t("save")}</button></p></form>`;
}

/** @param {HTMLElement} form @param {string} name */
const given = (form, name) => String(new FormData(/** @type {HTMLFormElement} */ (form)).get(name) ?? "").trim();

/** @param {HTMLElement} form @param {Promise<boolean>} act @param {string} told */
async function close(form, act, told) {
  if (await act) {
    closeDialog();
    showToast(told, { tone: "good" });
  } else queueMicrotask(() => focusFirstError(form));
}

actions["till.move"] = ({ dataset }) => {
  Object.assign(about, { till: Number(dataset.id), kind: dataset.kind === "out" ? "out" : "in" });
  tills.problems = [];
  openDialog(() => t(about.kind === "in" ? "till.in" : "till.out"), moveForm);
};
actions["till.storeMove"] = (form) => {
  const amount = kopiykasOf(given(form, "till-amount"));
  const wish = { till: about.till, kind: about.kind, amount, reason: given(form, "till-reason") };
  return close(form, sendTill("/moves", wish), t("till.told.moved"));
};
actions["till.add"] = () => {
  Object.assign(about, { till: 0 });
  tills.problems = [];
  openDialog(() => t("till.add"), tillForm);
};
actions["till.edit"] = ({ dataset }) => {
  Object.assign(about, { till: Number(dataset.id) });
  tills.problems = [];
  openDialog(() => t("till.edit"), tillForm);
};
actions["till.store"] = (form) => {
  const name = given(form, "till-name");
  const people = [...new FormData(/** @type {HTMLFormElement} */ (form))].flatMap(([key, id]) =>
    key.startsWith("till-person-") ? [Number(id)] : [],
  );
  const act = about.till ? sendTill(`/${about.till}`, { name, people }, "patch") : sendTill("", { name });
  return close(form, act, t("till.told.saved"));
};
