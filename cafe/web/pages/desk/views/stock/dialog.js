/** One ingredient came or goes: an amount, or one tap on an amount of earlier times. */

import { actions } from "../../../shared/delegate.js";
import { closeDialog, openDialog } from "../../../shared/dialog.js";
import { draw } from "../../../shared/drawing.js";
import { byId, html } from "../../../shared/html.js";
import { anyText } from "../../../shared/texts.js";
import { showToast } from "../../../shared/toast.js";
import { api } from "../../lib/api.js";
import { errorOf, field, focusFirstError } from "../../lib/fields.js";
import { tellFailure } from "../../lib/save.js";
import { may } from "../../lib/session.js";
import { t } from "../../lib/texts.js";
import { amountOf, amountText, changeText, costText, store, takeBack, unitText } from "./moves.js";
import { ingredientOf, reloadStock } from "./state.js";

/** @import { Problem } from "../../../shared/types" */
/** @import { Ingredient, Move } from "./moves.js" */

const MOST_EARLIER = 3;
const REASONS = ["spoilt", "broken", "staff"];

/** @type {{ ingredient: Ingredient, isDelivery: boolean, amount: string, paid: string, note: string, earlier: number[], problems: Problem[], isSaving: boolean } | null} */
let form = null;
let onStored = () => {};

/** @param {(() => unknown)} callback what else is read anew after a move */
export const whenStored = (callback) => {
  onStored = () => {
    callback();
  };
};

/** @param {Ingredient} ingredient */
async function readEarlier(ingredient) {
  const kind = form?.isDelivery ? "delivery" : "write_off";
  /** @type {{ moves: Move[] }} */
  const { moves } = await api.get(`/stock/moves?code=${encodeURIComponent(ingredient.code)}`);
  const amounts = moves.filter((move) => move.kind === kind).map((move) => Math.abs(move.change));
  if (form?.ingredient === ingredient) form.earlier = [...new Set(amounts)].slice(0, MOST_EARLIER);
  draw();
}

/** What a kilogram costs then, as soon as that can be told. @param {{ ingredient: Ingredient, amount: string, paid: string }} typed */
function paidHint({ ingredient, amount, paid }) {
  const [delivered, sum] = [amountOf(amount), Number(paid.replace(/\s/g, "").replace(",", "."))];
  if (typeof delivered !== "number" || delivered === 0 || paid.trim() === "" || Number.isNaN(sum))
    return t("stock.paidHint");
  return t("stock.paidMakes", { cost: costText(sum / delivered, ingredient.unit) });
}

function body() {
  if (!form) return "";
  const { ingredient, isDelivery, amount, paid, note, earlier, problems } = form;
  const typed = amountOf(amount);
  const then = typeof typed === "number" && ingredient.stock + (isDelivery ? typed : -typed);
  return html`<form class="stack" data-submit="stock.store" novalidate>
    <p class="numbers">${t("stock.now", { amount: amountText(ingredient.stock, ingredient.unit) })}
      <span id="stock-then" class="muted">${then !== false && t("stock.willBe", { amount: amountText(then, ingredient.unit) })}</span></p>
    ${field({
      name: "stock-amount",
      label: t("stock.amount"),
      value: amount,
      suffix: unitText(ingredient.unit),
      inputmode: "numeric",
      error: errorOf(
        problems.filter((problem) => problem.field !== "entries.0.paid"),
        "entries.0",
      ),
      input: "stock.type",
      required: true,
    })}
    ${
      isDelivery &&
      may("reports") &&
      field({
        name: "stock-paid",
        label: t("stock.paid"),
        hint: paidHint(form),
        value: paid,
        suffix: "₴",
        inputmode: "decimal",
        maxlength: 13,
        error: errorOf(problems, "entries.0.paid"),
        input: "stock.type",
      })
    }
    ${
      !isDelivery &&
      html`<ul class="chips" aria-label="${t("stock.reason")}">${REASONS.map((reason) => {
        const text = anyText(`stock.reason.${reason}`);
        return html`<li><button type="button" class="chip" data-action="stock.reason" data-text="${text}" aria-pressed="${String(note === text)}">${text}</button></li>`;
      })}</ul>`
    }
    ${field({
      name: "stock-note",
      label: t(isDelivery ? "stock.note" : "stock.reason"),
      hint: t(isDelivery ? "stock.noteHint" : "stock.reasonHint"),
      value: note,
      of: "stock.note",
      error: errorOf(problems, "note"),
      input: "stock.type",
    })}
    ${
      isDelivery &&
      earlier.length > 0 &&
      html`<div><p class="muted">${t("stock.lastTimes")}</p><ul class="chips">${earlier.map(
        (each) =>
          html`<li data-key="e-${each}"><button type="button" class="chip numbers" data-action="stock.again" data-amount="${each}">${changeText(each, ingredient.unit)}</button></li>`,
      )}</ul></div>`
    }
    <button type="submit" class="button full-width" aria-busy="${String(form.isSaving)}">${t("save")}</button>
  </form>`;
}

/**
 * @param {string} code
 * @param {boolean} isDelivery
 */
function open(code, isDelivery) {
  const ingredient = ingredientOf(code);
  if (!ingredient) return;
  form = { ingredient, isDelivery, amount: "", paid: "", note: "", earlier: [], problems: [], isSaving: false };
  openDialog(
    () => t(isDelivery ? "stock.deliverOf" : "stock.writeOffOf", { name: ingredient.name }),
    body,
    () => {
      form = null;
    },
  );
  byId("stock-amount").focus();
  if (isDelivery) readEarlier(ingredient).catch(() => {}); // the field alone will do
}

/** @param {Move} move */
async function undo(move) {
  const outcome = await takeBack(move).catch(tellFailure);
  if (outcome?.state === "saved") showToast(t("undone"), { tone: "good" });
  await reloadStock().catch(tellFailure);
  onStored();
}

/** @param {Move | undefined} move */
function tellStored(move) {
  if (!move) return;
  const change = changeText(move.change, move.unit);
  const text = t("stock.stored", { name: move.name, change, amount: amountText(move.after, move.unit) });
  showToast(text, { tone: "good", label: t("undo"), action: () => undo(move) });
}

async function submit() {
  const mine = form;
  if (!mine || mine.isSaving) return;
  const { ingredient, isDelivery, amount, paid, note } = mine;
  mine.isSaving = true;
  draw();
  const price = paid.replace(/\s/g, "");
  const entry = {
    code: ingredient.code,
    amount: amountOf(amount),
    seen: ingredient.last_move,
    ...(price && { paid: price }),
  };
  const outcome = await store(isDelivery ? "deliveries" : "write-offs", [entry], note);
  if (outcome.state === "invalid") mine.problems = outcome.problems;
  if (outcome.state === "saved" || outcome.state === "left") {
    await reloadStock().catch(tellFailure);
    mine.ingredient = ingredientOf(ingredient.code) ?? ingredient; // what they have seen now
    onStored();
  }
  mine.isSaving = false;
  if (outcome.state === "saved") {
    if (form === mine) closeDialog();
    tellStored(outcome.moves[0]);
  }
  draw();
  if (outcome.state === "invalid") queueMicrotask(() => focusFirstError(byId("dialog-content")));
}

actions["stock.deliver"] = ({ dataset }) => open(dataset.code ?? "", true);
actions["stock.writeOff"] = ({ dataset }) => open(dataset.code ?? "", false);
actions["stock.type"] = (element) => {
  const { id, value } = /** @type {HTMLInputElement} */ (element);
  if (!form) return;
  if (id === "stock-amount") form.amount = value;
  else if (id === "stock-paid") form.paid = value;
  else form.note = value;
  form.problems = [];
  draw();
};
actions["stock.reason"] = ({ dataset }) => {
  if (form) form.note = dataset.text ?? "";
  draw();
};
actions["stock.again"] = ({ dataset }) => {
  if (form) form.amount = dataset.amount ?? "";
  return submit();
};
actions["stock.store"] = submit;
