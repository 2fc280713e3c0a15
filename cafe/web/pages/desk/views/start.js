/** The first steps of a new cafe: what is there, what is missing, and where to get it. */

import { actions } from "../../shared/delegate.js";
import { draw } from "../../shared/drawing.js";
import { html } from "../../shared/html.js";
import { RefusedError } from "../../shared/request.js";
import { anyText, hasText } from "../../shared/texts.js";
import { showToast } from "../../shared/toast.js";
import { api } from "../lib/api.js";
import { icon } from "../lib/icons.js";
import { save, tellFailure } from "../lib/save.js";
import { may } from "../lib/session.js";
import { noteSteps } from "../lib/steps.js";
import { t } from "../lib/texts.js";

/** @import { FirstSteps, StepState } from "../lib/steps.js" */
/** @import { View } from "../types" */

const LOOK_MS = 4000;
const UNPAID_MINUTES = 30;
const BY_KEYS = ["bot", "cards"];
const SKIPPABLE = ["hours", "allergens", "bot", "staff_chat", "test_order", "cards"];
/** @type {Record<string, { href: string, isOutside?: boolean }>} */
const LINKS = {
  about: { href: "#/settings" },
  hours: { href: "#/hours" },
  dishes: { href: "#/menu" },
  allergens: { href: "#/menu/allergens" },
  bot: { href: "#/connections" },
  test_order: { href: "/webapp/", isOutside: true },
  cards: { href: "#/connections" },
};

/** @type {{ found: FirstSteps | null, timer: number, isBusy: boolean }} */
const state = { found: null, timer: 0, isBusy: false };

/** @param {FirstSteps} found */
function note(found) {
  state.found = found;
  noteSteps(found);
}

async function look() {
  if (document.visibilityState === "visible" && !state.isBusy) {
    try {
      note(await api.get("/first-steps"));
      draw();
    } catch (error) {
      if (error instanceof RefusedError) clearInterval(state.timer); // signed out; otherwise the next look may work
    }
  }
}

/** @param {StepState} each */
const isOver = (each) => each.is_done || each.is_skipped;

/** @param {StepState} each @param {FirstSteps} found */
function missing(each, found) {
  const values = { count: found.own_dishes, needed: found.needed_dishes, unstated: found.unstated_dishes };
  const ids = each.missing.map((code) => `start.${each.step}.${code}`).filter(hasText);
  return html`<ul class="step-missing">${ids.map((id) => html`<li>${anyText(id, values)}</li>`)}</ul>`;
}

/** @param {StepState} each @param {FirstSteps} found */
function buttons(each, found) {
  const link = LINKS[each.step];
  const isLinkShown = link && (!BY_KEYS.includes(each.step) || may("settings"));
  return html`<p class="cluster">
    ${
      isLinkShown &&
      (link.isOutside
        ? html`<a class="button soft" href="${link.href}" target="_blank" rel="noopener">${anyText(`start.${each.step}.link`)}${icon("external")}</a>`
        : html`<a class="button soft" href="${link.href}">${anyText(`start.${each.step}.link`)}</a>`)
    }
    ${
      each.step === "dishes" &&
      found.is_menu_empty &&
      may("settings") &&
      html`<button type="button" class="button soft" data-action="start.demo" aria-busy="${String(state.isBusy)}">${t("start.dishes.demo")}</button>`
    }
    ${
      SKIPPABLE.includes(each.step) &&
      may("settings") &&
      html`<button type="button" class="button soft small" data-action="start.skip" data-step="${each.step}">${t(each.step === "hours" ? "start.skipHours" : "start.skip")}</button>`
    }</p>`;
}

/** What can be made better once a step is done. @param {StepState} each @param {FirstSteps} found */
const offer = (each, found) =>
  each.step === "cards" &&
  found.keeps_unpaid &&
  may("settings") &&
  html`<p class="muted">${t("start.cards.hold")}</p>
    <p class="muted">${t("start.unpaid", { minutes: UNPAID_MINUTES })}</p>
    <p><button type="button" class="button soft small" data-action="start.unpaid">${t("start.unpaid.set", { minutes: UNPAID_MINUTES })}</button></p>`;

/** @param {StepState} each @param {number} index */
function mark(each, index) {
  if (each.is_done) return icon("check");
  return each.is_skipped ? "–" : index + 1;
}

/** @param {StepState} each @param {number} index @param {FirstSteps} found */
function stepView(each, index, found) {
  return html`<li class="card step ${isOver(each) ? "is-over" : ""}" data-key="step-${each.step}">
    <span class="step-mark" aria-hidden="true">${mark(each, index)}</span>
    <div class="stack-small"><h2>${anyText(`start.${each.step}.title`)}</h2>
      ${each.is_done && html`<p class="badge good">${t("start.done")}</p>${offer(each, found)}`}
      ${!each.is_done && each.is_skipped && html`<p class="badge">${t("start.skipped")}</p>`}
      ${
        !isOver(each) &&
        html`<p class="muted">${anyText(`start.${each.step}.text`)}</p>${missing(each, found)}${buttons(each, found)}`
      }
      ${
        each.is_skipped &&
        !each.is_done &&
        may("settings") &&
        html`<p><button type="button" class="button soft small" data-action="start.unskip" data-step="${each.step}">${t("start.unskip")}</button></p>`
      }</div></li>`;
}

/** @type {View} */
export const view = {
  async load() {
    note(await api.get("/first-steps"));
    clearInterval(state.timer);
    state.timer = setInterval(look, LOOK_MS);
  },
  title: () => t("nav.start"),
  render() {
    const { found } = state;
    if (!found) return "";
    const done = found.steps.filter(isOver).length;
    return html`<p class="lead">${t("start.about")}</p>
      <p class="steps-progress" role="status">${!found.is_over && html`<progress max="${found.steps.length}" value="${done}" aria-hidden="true"></progress>`}
        <span>${found.is_over ? t("start.over") : t("start.progress", { done, all: found.steps.length })}</span></p>
      ${found.is_over && !found.is_hidden && may("settings") && html`<p class="toolbar-line"><button type="button" class="button" data-action="start.hide">${t("start.hide")}</button></p>`}
      <ol class="stack">${found.steps.map((each, index) => stepView(each, index, found))}</ol>`;
  },
  leave() {
    clearInterval(state.timer);
  },
};

/** @param {string} path @param {unknown} [body] */
async function act(path, body) {
  if (state.isBusy) return false;
  state.isBusy = true;
  draw();
  try {
    note(await api.post(`/first-steps/${path}`, body));
    return true;
  } catch (error) {
    if (error instanceof RefusedError && error.code === "not_empty")
      showToast(t("start.dishes.notEmpty"), { tone: "bad" });
    else tellFailure(error);
    return false;
  } finally {
    state.isBusy = false;
    draw();
  }
}

actions["start.demo"] = async () => {
  if (await act("demo")) showToast(t("start.dishes.demoDone"), { tone: "good" });
};
actions["start.skip"] = ({ dataset }) => act("skip", { step: dataset.step });
actions["start.unskip"] = ({ dataset }) => act("skip", { step: dataset.step, is_skipped: false });
actions["start.unpaid"] = async () => {
  const [seen, values] = [{ unpaid_minutes: 0 }, { unpaid_minutes: UNPAID_MINUTES }];
  await save([{ table: "settings", key: "", seen, values }], { onUndo: look });
  await look();
};
actions["start.hide"] = async () => {
  if (await act("hide")) location.replace(location.pathname); // the navigation has one section less
};
