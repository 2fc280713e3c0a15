/** The whole menu as a file: saved, or looked at and then taken over. */

import { actions } from "../../../shared/delegate.js";
import { draw } from "../../../shared/drawing.js";
import { html } from "../../../shared/html.js";
import { RefusedError } from "../../../shared/request.js";
import { anyText, hasText } from "../../../shared/texts.js";
import { showToast } from "../../../shared/toast.js";
import { api } from "../../lib/api.js";
import { errorLine } from "../../lib/fields.js";
import { saveFile } from "../../lib/files.js";
import { icon } from "../../lib/icons.js";
import { tellFailure } from "../../lib/save.js";
import { t } from "../../lib/texts.js";
import { go } from "../../router.js";

/** @import { View } from "../../types" */

/**
 * @typedef {{ table: string, added: number, changed: number, names: string[] }} TableChanges
 * @typedef {{ digest: string, tables: TableChanges[], may_load: boolean }} FileChanges
 * @type {{ file: Blob | null, changes: FileChanges | null, error: string, isBusy: boolean, note: string }}
 */
const state = { file: null, changes: null, error: "", isBusy: false, note: "" };

/** @param {TableChanges} changes */
function row({ table, added, changed, names }) {
  const label = hasText(`file.table.${table}`) ? anyText(`file.table.${table}`) : table;
  const more = added + changed > names.length ? "…" : "";
  return html`<li data-key="t-${table}"><b>${t("file.row", { table: label, added, changed })}</b>
    <p class="names">${names.filter(Boolean).join(", ")}${more}</p></li>`;
}

function preview() {
  const { changes } = state;
  if (!changes) return "";
  if (changes.tables.length === 0) return html`<p class="muted" data-key="none" role="status">${t("file.none")}</p>`;
  return html`<div class="stack" data-key="changes" role="status"><h3>${t("file.changes")}</h3>
    ${state.note && html`<p class="badge bad">${state.note}</p>`}
    <ul class="stack-small">${changes.tables.map(row)}</ul>
    ${
      changes.may_load
        ? html`<button type="button" class="button" data-action="file.load" aria-busy="${String(state.isBusy)}">${t("file.load")}</button>`
        : html`<p class="badge bad">${t("file.owner")}</p>`
    }</div>`;
}

/** @type {View} */
export const filePage = {
  load() {
    Object.assign(state, { file: null, changes: null, error: "", isBusy: false, note: "" });
  },
  render: () => html`<p data-key="back"><a class="back-link" href="#/menu">${icon("back")}${t("menu.back")}</a></p>
    <div class="stack" data-key="file">
    <section class="card stack"><h2>${t("file.out")}</h2><p class="muted">${t("file.out.about")}</p>
      <button type="button" class="button soft" data-action="file.save">${icon("download")}${t("file.out")}</button></section>
    <section class="card stack"><h2>${t("file.in")}</h2><p class="muted">${t("file.in.about")}</p>
      <label class="button soft photo-choose">${icon("upload")}<span>${t("file.choose")}</span>
        <input type="file" class="visually-hidden" accept=".toml,application/toml,text/plain" data-change="file.choose"></label>
      ${errorLine(state.error)}
      ${preview()}</section></div>`,
  title: () => t("file.title"),
};

/** @param {unknown} error */
function tell(error) {
  if (error instanceof RefusedError && error.code === "invalid") state.error = error.problems[0]?.message ?? "";
  else tellFailure(error);
}

/** @param {Blob} file */
async function look(file) {
  Object.assign(state, { file, changes: null, error: "", note: "" });
  try {
    state.changes = await api.lookAtFile("/menu/file/look", file);
  } catch (error) {
    tell(error);
  }
  draw();
}

async function load() {
  const { file, changes } = state;
  if (!file || !changes || state.isBusy) return;
  state.isBusy = true;
  draw();
  try {
    await api.upload(`/menu/file?digest=${changes.digest}`, file);
    showToast(t("file.loaded"), { tone: "good" });
    go("#/menu");
  } catch (error) {
    if (error instanceof RefusedError && error.code === "changed") {
      Object.assign(state, { changes: error.body, note: t("file.changed") });
    } else tell(error);
  }
  state.isBusy = false;
  draw();
}

actions["file.save"] = async () => {
  try {
    await saveFile("/menu/file");
  } catch (error) {
    tellFailure(error);
  }
};
actions["file.choose"] = (element) => {
  const input = /** @type {HTMLInputElement} */ (element);
  const [file] = input.files ?? [];
  // A copy: the browser lets go of the file when the field is emptied, which lets it be chosen again.
  if (file) file.arrayBuffer().then((content) => look(new Blob([content], { type: "application/toml" })), tellFailure);
  input.value = "";
};
actions["file.load"] = load;
