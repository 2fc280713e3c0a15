/** How many orders for a time the kitchen takes: the limits of each slot, by the way an order is got. */

import { actions } from "../../../shared/delegate.js";
import { draw } from "../../../shared/drawing.js";
import { html } from "../../../shared/html.js";
import { anyText } from "../../../shared/texts.js";
import { api } from "../../lib/api.js";
import { Draft, optionalNumber, stillMine, wholeNumber } from "../../lib/draft.js";
import { errorOf, field, focusFirstError } from "../../lib/fields.js";
import { save, tellFailure } from "../../lib/save.js";
import { t } from "../../lib/texts.js";
import { state } from "./state.js";

/** @import { Item } from "../../types" */

const TYPES = PUBLISHED.SCHEDULABLE_TYPES;
const LIMITS = /** @type {const} */ (["max_orders", "max_items", "max_amount"]);
const USUAL_MINUTES = 15;

/** @type {Record<string, Draft>} */
const drafts = {};

export const areSlotsChanged = () => Object.values(drafts).some((draft) => draft.isDirty);

/** What is typed stays, but where others have changed the same. */
export async function readSlots() {
  /** @type {{ items: Item[] }} */
  const { items } = await api.get("/catalogue/slots");
  for (const type of TYPES) {
    const stored = items.find((each) => each.order_type === type);
    const before = drafts[type];
    const draft = new Draft(
      "slots",
      stored ? type : null,
      stored ?? { order_type: type, every_minutes: USUAL_MINUTES },
    );
    if (before) draft.typed = stillMine(before.typed, before.item, draft.item);
    drafts[type] = draft;
  }
}

export function resetSlots() {
  for (const draft of Object.values(drafts)) draft.typed = {};
}

/** @param {string} type */
function typeForm(type) {
  const draft = drafts[type];
  if (!draft) return "";
  const input = (/** @type {string} */ name, suffix = "") =>
    field({
      name: `${type}.${name}`,
      label: anyText(`hours.slots.${name}`),
      value: draft.text(name),
      suffix,
      inputmode: "numeric",
      input: "hours.slots",
      error: errorOf(draft.problems, name),
    });
  return html`<form class="stack" data-submit="hours.saveSlots" data-type="${type}" data-key="s-${type}" novalidate>
    <h3>${anyText(`hours.type.${type}`)}</h3>
    <div class="columns">${input("every_minutes", t("settings.unit.minutes"))}${input("max_orders")}${input("max_items")}${input("max_amount", "₴")}</div>
    ${draft.isDirty && html`<div class="save-bar"><button type="button" class="button soft" data-action="hours.discardSlots" data-type="${type}">${t("cancel")}</button><button class="button">${t("save")}</button></div>`}
  </form>`;
}

export const slotsCard =
  () => html`<section class="card stack" aria-labelledby="slots-title" data-key="slots" id="hours-slots">
  <h2 id="slots-title">${t("hours.slots")}</h2>
  <p class="muted">${t("hours.slots.about")}</p>
  ${state.settings.schedule_days === 0 && html`<p class="muted">${t("hours.slots.off")}</p>`}
  ${TYPES.map(typeForm)}
</section>`;

async function reread() {
  await readSlots().catch(tellFailure);
  draw();
}

actions["hours.slots"] = (element) => {
  const { name, value } = /** @type {HTMLInputElement} */ (element);
  const [type = "", fieldName = ""] = name.split(".");
  const isLimit = LIMITS.some((each) => each === fieldName);
  drafts[type]?.set(fieldName, isLimit ? optionalNumber(value) : wholeNumber(value));
  draw();
};
actions["hours.discardSlots"] = ({ dataset }) => {
  const draft = drafts[dataset.type ?? ""];
  if (draft) Object.assign(draft, { typed: {}, problems: [] });
  draw();
};
actions["hours.saveSlots"] = async (form) => {
  const draft = drafts[form.dataset.type ?? ""];
  if (!draft?.isDirty) return;
  const outcome = await save([draft.edit()], { onUndo: reread });
  if (outcome.state === "saved") draft.keep();
  if (outcome.state === "saved" || outcome.state === "theirs") await reread();
  if (outcome.state === "invalid") {
    draft.refuse(outcome.problems);
    draw();
    queueMicrotask(() => focusFirstError(form));
  }
};
