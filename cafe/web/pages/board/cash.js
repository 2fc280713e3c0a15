/** Counting what a courier hands in: who, how much, and who counted it with their PIN. What is expected is shown nowhere. */

import { actions } from "../shared/delegate.js";
import { openDialog, openedDialog } from "../shared/dialog.js";
import { money } from "../shared/formats.js";
import { html } from "../shared/html.js";
import { OfflineError, RefusedError } from "../shared/request.js";
import { showToast } from "../shared/toast.js";
import { api } from "./api.js";
import { pinFields, pinRefusal } from "./pin.js";
import { setState } from "./state.js";
import { t } from "./texts.js";

/** @import { Person } from "./types" */

/** @type {{ couriers: Person[], people: Person[] }} */
const known = { couriers: [], people: [] };

const NEW = { courier: 0, person: 0, isBusy: false, wrong: "" };

const counting = { ...NEW };

/** @param {Partial<typeof counting>} changes */
function change(changes) {
  Object.assign(counting, { wrong: "" }, changes);
  setState();
}

export async function readCash() {
  try {
    Object.assign(known, await api.cash());
  } catch (error) {
    if (!(error instanceof RefusedError || error instanceof OfflineError)) throw error;
    return; // the other controls are there; the next opening asks again
  }
  setState();
}

/** Whose cash may be taken in; nothing where nobody delivers. */
export const cashPart = () =>
  known.couriers.length > 0 &&
  html`<section class="control" data-key="cash"><h3>${t("cash.title")}</h3><div class="pair" role="group" aria-label="${t("cash.title")}">${known.couriers.map(
    ({ id, name }) =>
      html`<button type="button" class="soft" data-key="cc${id}" data-action="cash" data-id="${id}">${name}</button>`,
  )}</div></section>`;

const nameOf = (/** @type {number} */ courier) => known.couriers.find(({ id }) => id === courier)?.name ?? "";

/** Nobody counts their own. */
const counters = () => known.people.filter(({ id }) => id !== counting.courier);

function cashView() {
  const people = counters();
  if (people.length === 0) return html`<p>${t("cash.nobody")}</p>`;
  return html`<form class="pin" data-submit="cashGive" data-key="cash">
    <p>${t("cash.about")}</p>
    <label for="counted">${t("cash.counted")}</label>
    <input id="counted" name="counted" inputmode="numeric" autocomplete="off" maxlength="7" pattern="[0-9 ]+" required />
    ${pinFields({ people, chosen: counting.person, action: "cashPerson", label: t("cash.who"), wrong: counting.wrong })}
    <button class="step" aria-busy="${String(counting.isBusy)}">${t("cash.give")}</button>
  </form>`;
}

/** @param {RefusedError} error */
function refusalText(error) {
  const refusal = pinRefusal(error);
  if (refusal) return refusal;
  if (error.code === "cash_role") return t("cash.role");
  return t(error.code === "cash_unknown" ? "cash.gone" : "cash.failed");
}

/** @param {HTMLFormElement} form */
async function give(form) {
  const { courier, person, isBusy } = counting;
  const given = new FormData(form);
  const counted = Number(String(given.get("counted")).replaceAll(" ", ""));
  if (isBusy || !Number.isInteger(counted)) return;
  const { isOpen, close } = openedDialog();
  change({ isBusy: true });
  try {
    const { agrees } = await api.handIn({ courier, counted, staff: person, pin: String(given.get("pin")) });
    close();
    showToast(t(agrees ? "cash.agrees" : "cash.differs", { name: nameOf(courier), sum: money(counted) }));
    readCash();
  } catch (error) {
    if (!(error instanceof RefusedError || error instanceof OfflineError)) throw error;
    if (isOpen()) change({ wrong: error instanceof RefusedError ? refusalText(error) : t("cash.offline") });
  } finally {
    change({ isBusy: false, wrong: counting.wrong });
  }
}

Object.assign(actions, {
  cash(/** @type {HTMLElement} */ { dataset }) {
    Object.assign(counting, NEW, { courier: Number(dataset.id) });
    counting.person = counters()[0]?.id ?? 0;
    openDialog(() => t("cash.of", { name: nameOf(counting.courier) }), cashView);
  },
  cashPerson: (/** @type {HTMLElement} */ { dataset }) => change({ person: Number(dataset.id) }),
  cashGive: give,
});
