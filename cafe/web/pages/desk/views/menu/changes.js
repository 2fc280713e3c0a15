/** What a file would change in the menu: counted for each table, with a button if there is anything. */

import { html } from "../../../shared/html.js";
import { anyText, hasText } from "../../../shared/texts.js";
import { t } from "../../lib/texts.js";

/**
 * @typedef {{ table: string, added: number, changed: number, names: string[] }} TableChanges
 * @typedef {{ digest: string, tables: TableChanges[], may_load: boolean }} FileChanges
 */

/** @param {TableChanges} changes */
function row({ table, added, changed, names }) {
  const label = hasText(`file.table.${table}`) ? anyText(`file.table.${table}`) : table;
  const more = added + changed > names.length ? "…" : "";
  return html`<li data-key="t-${table}"><b>${t("file.row", { table: label, added, changed })}</b>
    <p class="names">${names.filter(Boolean).join(", ")}${more}</p></li>`;
}

/**
 * @param {FileChanges} changes
 * @param {{ note: string, action: string, isBusy: boolean }} options `action` takes them over
 */
export function changesView(changes, { note, action, isBusy }) {
  if (changes.tables.length === 0) return html`<p class="muted" data-key="none" role="status">${t("file.none")}</p>`;
  return html`<div class="stack" data-key="changes" role="status"><h3>${t("file.changes")}</h3>
    ${note && html`<p class="badge bad">${note}</p>`}
    <ul class="stack-small">${changes.tables.map(row)}</ul>
    ${
      changes.may_load
        ? html`<button type="button" class="button" data-action="${action}" aria-busy="${String(isBusy)}">${t("file.load")}</button>`
        : html`<p class="badge bad">${t("file.owner")}</p>`
    }</div>`;
}
