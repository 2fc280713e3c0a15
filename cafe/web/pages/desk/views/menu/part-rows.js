/** Rows of what something is made of or offers: what adds one, and the buttons of each. */

import { html } from "../../../shared/html.js";
import { icon } from "../../lib/icons.js";

/**
 * A choice of what is not there yet.
 * @param {object} adding
 * @param {string} adding.id
 * @param {string} adding.label
 * @param {string} adding.action
 * @param {{ value: string, label: string }[]} adding.choices
 * @param {string} [adding.owner] whose rows they are, for the action
 */
export const adder = ({ id, label, action, choices, owner = "" }) =>
  choices.length > 0 &&
  html`<div class="field" data-key="${id}"><label for="${id}" class="visually-hidden">${label}</label>
  <select id="${id}" data-change="${action}" data-owner="${owner}"><option value="" selected>+ ${label}</option>${choices.map((each) => html`<option value="${each.value}">${each.label}</option>`)}</select></div>`;

/**
 * @param {object} button
 * @param {string} button.action
 * @param {number} button.index of the row
 * @param {string} button.label
 * @param {"close" | "up"} button.picture
 * @param {string} [button.owner] whose rows they are, for the action
 */
export const rowButton = ({
  action,
  index,
  label,
  picture,
  owner = "",
}) => html`<button type="button" class="icon-button" data-action="${action}" data-index="${index}" data-owner="${owner}"
  aria-label="${label}">${icon(picture)}</button>`;
