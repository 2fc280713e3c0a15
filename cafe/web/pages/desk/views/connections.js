/** Connections: the keys of outside services, typed here once, checked at once and never shown again. */

import { actions } from "../../shared/delegate.js";
import { ask, openDialog } from "../../shared/dialog.js";
import { draw } from "../../shared/drawing.js";
import { html, safeUrl } from "../../shared/html.js";
import { RefusedError } from "../../shared/request.js";
import { anyText } from "../../shared/texts.js";
import { showToast } from "../../shared/toast.js";
import { api } from "../lib/api.js";
import { botLink } from "../lib/code.js";
import { errorLine, errorOf, field, focusFirstError } from "../lib/fields.js";
import { icon } from "../lib/icons.js";
import { save, tellFailure } from "../lib/save.js";
import { t } from "../lib/texts.js";

/** @import { Problem } from "../../shared/types" */
/** @import { ConnectionState, View } from "../types" */

/** The keys that each takes. @type {Record<string, string[]>} */
const KEYS = PUBLISHED.CONNECTIONS;
const BANKS = Object.keys(PUBLISHED.PROVIDERS);
const LOOK_MS = 2000;

/** @type {{ all: ConnectionState[], bot: string | null, provider: string, opened: string, problems: Problem[], busy: string, test: { order_id: number, number: string, pay_url: string | null, isPaid: boolean } | null }} */
const state = { all: [], bot: null, provider: "", opened: "", problems: [], busy: "", test: null };

/** @param {{ connections: ConnectionState[], bot: string | null }} answer */
const take = ({ connections, bot }) => Object.assign(state, { all: connections, bot });

async function read() {
  const [answer, settings] = await Promise.all([api.get("/connections"), api.get("/catalogue/settings")]);
  take(answer);
  state.provider = settings.items[0].payment_provider;
}

const nameOf = (/** @type {string} */ name) => anyText(`connections.name.${name}`);

/** @param {ConnectionState} connection */
function stateText({ source, is_readable: isReadable }) {
  if (!isReadable) return html`<span class="badge bad">${t("connections.state.unreadable")}</span>`;
  return html`<span class="badge ${source ? "good" : ""}">${anyText(`connections.state.${source ?? "none"}`)}</span>`;
}

/** @param {string} name */
const steps = (name) =>
  html`<ol class="steps">${anyText(`connections.steps.${name}`)
    .split("|")
    .map((step) => html`<li>${step}</li>`)}</ol>`;

/** @param {string} name */
const form = (name) => html`<form class="stack" data-submit="connections.save" data-name="${name}" novalidate>
  <h3>${t("connections.how")}</h3>${steps(name)}
  ${(KEYS[name] ?? []).map((key) =>
    field({
      name: key,
      label: anyText(`connections.key.${key}`),
      type: key.endsWith("public_key") ? "text" : "password",
      autocomplete: "one-time-code",
      error: errorOf(state.problems, key),
      required: true,
    }),
  )}
  ${errorLine(errorOf(state.problems, ""))}
  <button class="button" aria-busy="${String(state.busy === name)}">${t("connections.save")}</button></form>`;

/** @param {ConnectionState} connection */
function bankParts({ name, source }) {
  if (!BANKS.includes(name) || !source) return "";
  if (state.provider !== name)
    return html`<button type="button" class="button soft" data-action="connections.choose" data-name="${name}">${t("connections.choose", { name: nameOf(name) })}</button>`;
  return html`<p class="muted">${t("connections.through")}</p>
    <button type="button" class="button soft" data-action="connections.test" aria-haspopup="dialog" aria-busy="${String(state.busy === "test")}">${t("connections.test")}</button>`;
}

const botParts = () => state.bot && html`<p class="muted">${t("connections.bot", { bot: state.bot })}</p>`;

/** The group is chosen in Telegram itself, by a button of the bot's. */
const chatParts = () =>
  html`${steps("staff_chat")}${state.bot && botLink(`https://t.me/${state.bot.slice(1)}`, state.bot)}`;

/** @param {ConnectionState} connection */
function card(connection) {
  const { name, source } = connection;
  const isOpen = state.opened === name || !source;
  const isChat = name === "staff_chat";
  return html`<section class="card stack" data-key="c-${name}" aria-labelledby="connection-${name}">
    <div class="connection-head"><h2 id="connection-${name}">${nameOf(name)}</h2>${stateText(connection)}</div>
    <p class="muted">${anyText(`connections.why.${name}`)}</p>
    ${name === "telegram" && source && botParts()}
    ${source === "environment" && html`<p class="muted">${t("connections.fixed")}</p>`}
    ${isChat && source !== "environment" && chatParts()}
    ${bankParts(connection)}
    ${
      source === "desk" &&
      html`<p class="cluster">
      ${!isChat && !isOpen && html`<button type="button" class="button soft small" data-action="connections.open" data-name="${name}">${t("connections.change")}</button>`}
      <button type="button" class="button soft small" data-action="connections.remove" data-name="${name}">${t("connections.remove")}</button></p>`
    }
    ${source !== "environment" && !isChat && isOpen && form(name)}</section>`;
}

/** @type {View} */
export const view = {
  load: read,
  render: () =>
    html`<p class="lead">${t("connections.about")}</p><div class="stack-large">${state.all.map(card)}</div>`,
  leave() {
    Object.assign(state, { opened: "", problems: [], test: null });
  },
};

actions["connections.open"] = ({ dataset }) => {
  Object.assign(state, { opened: dataset.name ?? "", problems: [] });
  draw();
};
actions["connections.save"] = async (element) => {
  const name = element.dataset.name ?? "";
  if (state.busy) return;
  Object.assign(state, { busy: name, problems: [] });
  draw();
  const values = Object.fromEntries(new FormData(/** @type {HTMLFormElement} */ (element)));
  try {
    take(await api.post(`/connections/${name}`, values));
    state.opened = "";
    showToast(t("connections.done"), { tone: "good" });
  } catch (error) {
    if (error instanceof RefusedError && error.code === "invalid") state.problems = error.problems;
    else tellFailure(error);
  }
  state.busy = "";
  draw();
  if (state.problems.length > 0) queueMicrotask(() => focusFirstError(element));
};
actions["connections.remove"] = async ({ dataset }) => {
  const name = dataset.name ?? "";
  const words = {
    yes: t("connections.remove"),
    text: t("connections.remove.text"),
    tone: /** @type {const} */ ("bad"),
  };
  if (!(await ask(t("connections.remove.ask", { name: nameOf(name) }), words))) return;
  try {
    take(await api.delete(`/connections/${name}`));
    showToast(t("connections.removed"), { tone: "good" });
  } catch (error) {
    tellFailure(error);
  }
  draw();
};
actions["connections.choose"] = async ({ dataset }) => {
  const values = { payment_provider: dataset.name ?? "" };
  const seen = { payment_provider: state.provider };
  await save([{ table: "settings", key: "", seen, values }], { onUndo: () => read().then(draw) });
  await read().catch(tellFailure);
  draw();
};

function testDialog() {
  const { test } = state;
  if (!test) return "";
  if (!test.pay_url) return html`<p role="alert">${t("connections.test.failed")}</p>`;
  if (test.isPaid)
    return html`<div class="stack"><p class="cluster" role="status">${icon("check")}<span>${t("connections.test.paid", { number: test.number })}</span></p>
      <p>${t("connections.test.back")}</p>
      <a class="button full-width" href="#/orders/${test.order_id}" data-action="dialog.close">${t("connections.test.order", { number: test.number })}</a></div>`;
  return html`<div class="stack"><p>${t("connections.test.pay")}</p>
    <a class="button full-width" href="${safeUrl(test.pay_url)}" target="_blank" rel="noopener noreferrer">${icon("external")}${t("connections.test.open")}</a>
    <p class="waiting" role="status"><span class="waiting-dot" aria-hidden="true"></span>${t("connections.test.waiting")}</p></div>`;
}

/** Look whether the bank has told that the order is paid, as long as somebody waits for it. @param {NonNullable<typeof state.test>} test */
async function waitForPayment(test) {
  while (state.test === test && !test.isPaid) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    if (state.test !== test) return;
    const found = await api.get(`/orders/${test.order_id}`).catch(() => null); // an outage passes
    test.isPaid = found?.payment_status === "paid";
    draw();
  }
}

actions["connections.test"] = async () => {
  if (state.busy) return;
  state.busy = "test";
  draw();
  try {
    state.test = { ...(await api.post("/test-order")), isPaid: false };
  } catch (error) {
    tellFailure(error);
  }
  state.busy = "";
  const { test } = state;
  draw();
  if (!test) return;
  openDialog(
    () => t("connections.test.title"),
    testDialog,
    () => {
      state.test = null;
    },
  );
  if (test.pay_url) waitForPayment(test);
};
