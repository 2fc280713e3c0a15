/** The whole menu as a file: saved, or looked at and then taken over. */

import { actions } from "../../../shared/delegate.js";
import { draw } from "../../../shared/drawing.js";
import { html } from "../../../shared/html.js";
import { RefusedError } from "../../../shared/request.js";
import { showToast } from "../../../shared/toast.js";
import { api } from "../../lib/api.js";
import { errorLine } from "../../lib/fields.js";
import { saveFile } from "../../lib/files.js";
import { icon } from "../../lib/icons.js";
import { tellFailure } from "../../lib/save.js";
import { t } from "../../lib/texts.js";
import { go } from "../../router.js";
import { changesView } from "./changes.js";

/** @import { View } from "../../types" */
/** @import { FileChanges } from "./changes.js" */

/** @type {{ file: Blob | null, changes: FileChanges | null, error: string, isBusy: boolean, note: string }} */
const state = { file: null, changes: null, error: "", isBusy: false, note: "" };

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
      ${state.changes && changesView(state.changes, { ...state, action: "file.load" })}</section></div>`,
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
