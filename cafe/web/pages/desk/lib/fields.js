/** Form fields: each with its label, its hint and its error, tied together for screen readers. */

import { attribute, booleanAttribute, html } from "../../shared/html.js";
import { icon } from "./icons.js";
import { lengthOf } from "./session.js";
import { t } from "./texts.js";

/** @import { Renderable } from "../../shared/types" */
/** @import { Problem } from "../../shared/types" */

/**
 * @typedef {object} FieldOptions
 * @property {string} name also its id
 * @property {string} label
 * @property {string | number | null} [value]
 * @property {string} [type]
 * @property {string} [hint]
 * @property {string} [error]
 * @property {string} [suffix] a unit behind the value
 * @property {string} [inputmode]
 * @property {string} [autocomplete]
 * @property {number} [maxlength]
 * @property {string} [of] the text that it is, as the server's lengths have it: `products.name`
 * @property {boolean} [required]
 * @property {boolean} [isLabelHidden]
 * @property {string} [lang]
 * @property {string} [input] the action of each keystroke
 * @property {string} [change] the action of a changed value
 */

/** How many characters may be left before they are counted, as a share of all. */
const LITTLE = 0.1;
const FEW = 10;

/** @param {number} typed @param {number} most */
const countText = (typed, most) =>
  most - typed <= Math.max(FEW, most * LITTLE) ? t("chars.count", { typed, most }) : "";

/** Count along while somebody types. */
export const countWhileTyping = () =>
  document.addEventListener("input", ({ target }) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
    const count = document.getElementById(`${target.id}-count`);
    if (count) count.textContent = countText(target.value.length, target.maxLength);
  });

/** @param {FieldOptions} options @param {Renderable} control */
const frame = (
  { name, label, value = "", hint = "", error = "", isLabelHidden = false, of = "" },
  control,
) => html`<div class="field" data-key="f-${name}">
  <label for="${name}" class="${isLabelHidden ? "visually-hidden" : ""}">${label}</label>
  ${control}
  <p class="field-error" id="${name}-error">${error && html`${icon("warning")}<span>${error}</span>`}</p>
  ${hint && html`<p class="field-hint" id="${name}-hint">${hint}</p>`}
  ${lengthOf(of) > 0 && html`<p class="field-hint" id="${name}-count" role="status">${countText(String(value ?? "").length, lengthOf(of))}</p>`}
</div>`;

/** @param {FieldOptions} options */
const described = ({ name, hint, error, of = "" }) =>
  attribute(
    "aria-describedby",
    [error && `${name}-error`, hint && `${name}-hint`, lengthOf(of) && `${name}-count`].filter(Boolean).join(" "),
  );

/** Types that the browser holds to steps, unless it is told otherwise, and not to a length. */
const STEPPED = new Set(["date", "datetime-local", "time"]);

/** One line of text, a number, a time or a date. @param {FieldOptions} options */
export function field(options) {
  const { name, value = "", type = "text", error = "", suffix = "", lang = "" } = options;
  const { inputmode = "", autocomplete = "off", maxlength = 500, required = false, input = "", change = "" } = options;
  const most = lengthOf(options.of ?? "") || maxlength;
  const limit = STEPPED.has(type) ? attribute("step", "any") : attribute("maxlength", String(most));
  const control = html`<input id="${name}" name="${name}" type="${type}" value="${value ?? ""}" autocomplete="${autocomplete}"
    ${limit} ${attribute("inputmode", inputmode)} lang="${lang}" data-input="${input}" data-change="${change}"
    aria-invalid="${String(Boolean(error))}" ${described(options)} ${booleanAttribute("required", required)}>`;
  return frame(
    options,
    suffix ? html`<span class="suffixed">${control}<span aria-hidden="true">${suffix}</span></span>` : control,
  );
}

/** Several lines of text. @param {FieldOptions & { rows?: number }} options */
export function textArea(options) {
  const { name, value = "", error = "", rows = 3, lang = "", maxlength = 4000, input = "" } = options;
  return frame(
    options,
    html`<textarea id="${name}" name="${name}" rows="${rows}" lang="${lang}" maxlength="${lengthOf(options.of ?? "") || maxlength}" data-input="${input}"
      aria-invalid="${String(Boolean(error))}" ${described(options)}>${value}</textarea>`,
  );
}

/** A choice of a few words. @param {FieldOptions & { choices: { value: string, label: string }[] }} options */
export function select(options) {
  const { name, value = "", error = "", choices, change = "" } = options;
  return frame(
    options,
    html`<select id="${name}" name="${name}" data-change="${change}" aria-invalid="${String(Boolean(error))}" ${described(options)}>
      ${choices.map((each) => html`<option value="${each.value}" ${booleanAttribute("selected", each.value === String(value))}>${each.label}</option>`)}
    </select>`,
  );
}

/**
 * A switch with its words beside it.
 * @param {{ name: string, label: Renderable, isOn: boolean, hint?: string, change?: string, value?: string, isLabelHidden?: boolean }} options
 */
export const switchField = ({
  name,
  label,
  isOn,
  hint = "",
  change = "",
  value = "on",
  isLabelHidden = false,
}) => html`<div class="switch-field" data-key="f-${name}">
  <label class="switch"><input type="checkbox" role="switch" id="${name}" name="${name}" value="${value}" data-change="${change}"
    ${described({ name, label: "", hint })} ${booleanAttribute("checked", isOn)}><span class="switch-track" aria-hidden="true"></span>
    <span class="${isLabelHidden ? "visually-hidden" : "switch-label"}">${label}</span></label>
  ${hint && html`<p class="field-hint" id="${name}-hint">${hint}</p>`}</div>`;

/**
 * A few choices side by side, one of them taken.
 * @param {{ name: string, label: string, value: string, choices: { value: string, label: Renderable }[], change?: string }} options
 */
export const segments = ({
  name,
  label,
  value,
  choices,
  change = "",
}) => html`<fieldset class="segments" data-key="f-${name}">
  <legend class="visually-hidden">${label}</legend>
  <div class="radio-group">${choices.map(
    (
      each,
    ) => html`<label class="radio-option"><input type="radio" name="${name}" value="${each.value}" data-change="${change}"
      ${booleanAttribute("checked", each.value === value)}><span>${each.label}</span></label>`,
  )}</div></fieldset>`;

/** A message that belongs to no single field; blank: none. @param {string} text */
export const errorLine = (text) =>
  html`<p class="field-error" role="alert">${text && html`${icon("warning")}<span>${text}</span>`}</p>`;

/**
 * The message for a field among the problems of a refused request.
 * @param {Problem[]} problems
 * @param {string} name
 */
export const errorOf = (problems, name) =>
  problems.find((problem) => problem.field === name || problem.field.startsWith(`${name}.`))?.message ?? "";

/** Put the focus on the first field that is marked as wrong. @param {Element} root */
export function focusFirstError(root) {
  /** @type {HTMLElement | null} */
  const first = root.querySelector('[aria-invalid="true"]');
  first?.focus();
}
