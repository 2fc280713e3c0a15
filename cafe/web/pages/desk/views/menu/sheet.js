/** The menu as a table: saved as Excel or CSV; taken from one, once its columns and changes were looked at. */

import { actions } from "../../../shared/delegate.js";
import { draw } from "../../../shared/drawing.js";
import { html } from "../../../shared/html.js";
import { RefusedError } from "../../../shared/request.js";
import { showToast } from "../../../shared/toast.js";
import { api } from "../../lib/api.js";
import { errorLine, select } from "../../lib/fields.js";
import { saveFile } from "../../lib/files.js";
import { icon } from "../../lib/icons.js";
import { tellFailure } from "../../lib/save.js";
import { t } from "../../lib/texts.js";
import { go } from "../../router.js";
import { changesView } from "./changes.js";

/** @import { View } from "../../types" */
/** @import { FileChanges } from "./changes.js" */

const MOST_PROBLEMS = 20; // that are shown at once

/**
 * @typedef {{ title: string, samples: string[], field: string }} SheetColumn
 * @typedef {{ row: number | null, column: number | null, message: string }} CellProblem
 * @typedef {{ columns: SheetColumn[], fields: { field: string, title: string }[], rows: number, changes: FileChanges | null, problems: CellProblem[] }} Look
 * @type {{ file: Blob | null, columns: string | null, look: Look | null, error: string, isBusy: boolean, note: string }}
 */
const state = { file: null, columns: null, look: null, error: "", isBusy: false, note: "" };
const nothing = { file: null, columns: null, look: null, error: "", isBusy: false, note: "" };

/** @param {SheetColumn} column @param {number} index */
function column({ title, samples, field }, index) {
  const fields = (state.look?.fields ?? []).map((each) => ({ value: each.field, label: each.title }));
  return select({
    name: `column-${index}`,
    label: title || t("sheet.column", { number: index + 1 }),
    value: field,
    hint: samples.join(" · "),
    choices: [{ value: "", label: t("sheet.skip") }, ...fields],
    change: "sheet.column",
  });
}

/** @param {CellProblem[]} problems */
const problemList = (problems) => html`<div class="stack-small" data-key="problems" role="alert">
  <h3>${t("sheet.problems")}</h3>
  <ul class="stack-small">${problems.slice(0, MOST_PROBLEMS).map(({ message }) => html`<li>${message}</li>`)}</ul>
  ${problems.length > MOST_PROBLEMS && html`<p class="muted">${t("sheet.more", { count: problems.length - MOST_PROBLEMS })}</p>`}</div>`;

/** @param {Look} look */
const preview = (look) => html`<div class="stack" data-key="look">
  <h3>${t("sheet.columns")} <span class="muted">${t("sheet.rows", { count: look.rows })}</span></h3>
  <div class="columns">${look.columns.map(column)}</div>
  ${look.problems.length > 0 && problemList(look.problems)}
  ${look.changes && changesView(look.changes, { ...state, action: "sheet.load" })}</div>`;

/** @param {string} format */
const saveButton = (
  format,
) => html`<button type="button" class="button soft" data-action="sheet.save" data-query="format=${format}">
  ${icon("download")}${format === "xlsx" ? "Excel (.xlsx)" : "CSV"}</button>`;

/** @type {View} */
export const sheetPage = {
  load() {
    Object.assign(state, nothing);
  },
  render: () => html`<p data-key="back"><a class="back-link" href="#/menu">${icon("back")}${t("menu.back")}</a></p>
    <div class="stack" data-key="sheet">
    <section class="card stack"><h2>${t("sheet.in")}</h2><p class="muted">${t("sheet.in.about")}</p>
      <div class="toolbar-line">
      <label class="button photo-choose">${icon("upload")}<span>${t("sheet.choose")}</span>
        <input type="file" class="visually-hidden" accept=".xlsx,.csv,.tsv,.txt,text/csv" data-change="sheet.choose"></label>
      <button type="button" class="button soft" data-action="sheet.save" data-query="template=1">${icon("download")}${t("sheet.template")}</button></div>
      ${errorLine(state.error)}
      ${state.look && preview(state.look)}</section>
    <section class="card stack"><h2>${t("sheet.out")}</h2><p class="muted">${t("sheet.out.about")}</p>
      <div class="toolbar-line">${saveButton("xlsx")}${saveButton("csv")}</div></section></div>`,
  title: () => t("sheet.title"),
};

/** @param {unknown} error */
function tell(error) {
  if (error instanceof RefusedError && error.code === "invalid") state.error = error.problems[0]?.message ?? "";
  else tellFailure(error);
}

/** The columns as somebody chose them, for an address. @param {string} before */
const chosen = (before) => (state.columns === null ? "" : `${before}columns=${state.columns}`);

async function lookAtIt() {
  const { file, columns } = state;
  if (!file) return;
  Object.assign(state, { error: "", note: "" });
  try {
    const found = await api.lookAtFile(`/menu/sheet/look${chosen("?")}`, file);
    if (state.file !== file || state.columns !== columns) return; // chosen anew meanwhile
    state.look = found;
  } catch (error) {
    tell(error);
  }
  draw();
}

async function load() {
  const { file, look: looked } = state;
  if (!file || !looked?.changes || state.isBusy) return;
  state.isBusy = true;
  draw();
  try {
    await api.upload(`/menu/sheet?digest=${looked.changes.digest}${chosen("&")}`, file);
    showToast(t("file.loaded"), { tone: "good" });
    go("#/menu");
  } catch (error) {
    if (error instanceof RefusedError && error.code === "changed") {
      looked.changes = /** @type {FileChanges} */ (error.body);
      state.note = t("file.changed");
    } else tell(error);
  }
  state.isBusy = false;
  draw();
}

actions["sheet.save"] = ({ dataset }) => saveFile(`/menu/sheet?${dataset.query}`).catch(tellFailure);
actions["sheet.choose"] = (element) => {
  const input = /** @type {HTMLInputElement} */ (element);
  const [file] = input.files ?? [];
  // A copy: the browser lets go of the file when the field is emptied, which lets it be chosen again.
  if (file)
    file.arrayBuffer().then((content) => {
      Object.assign(state, nothing, { file: new Blob([content], { type: file.type || "text/csv" }) });
      draw(); // the columns of the file before are gone
      return lookAtIt();
    }, tellFailure);
  input.value = "";
};
actions["sheet.column"] = (element) => {
  const input = /** @type {HTMLSelectElement} */ (element);
  if (!state.look) return;
  const { columns } = state.look;
  const index = Number(input.name.replace("column-", ""));
  for (const each of columns) if (each.field === input.value) each.field = ""; // a field is in one column
  const changed = columns[index];
  if (changed) changed.field = input.value;
  state.columns = columns.map(({ field }) => field).join(",");
  return lookAtIt();
};
actions["sheet.load"] = load;
