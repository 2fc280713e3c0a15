/** Photos of many dishes at once: files, or a ZIP of them, named like the dishes. */

import { actions } from "../../../shared/delegate.js";
import { draw } from "../../../shared/drawing.js";
import { html } from "../../../shared/html.js";
import { RefusedError } from "../../../shared/request.js";
import { api } from "../../lib/api.js";
import { Crop } from "../../lib/crop.js";
import { errorLine } from "../../lib/fields.js";
import { icon } from "../../lib/icons.js";
import { PHOTO_TYPES } from "../../lib/photo.js";
import { tellFailure } from "../../lib/save.js";
import { t } from "../../lib/texts.js";
import { readZip, ZipError } from "../../lib/zip.js";
import { go } from "../../router.js";
import { nameOf } from "./rows.js";
import { changeItems, menu, readMenu } from "./state.js";

/** @import { MenuDish, View } from "../../types" */
/** @import { ZipFile } from "../../lib/zip.js" */

const MOST = 300; // photos at a time: more than a menu has
const MOST_MB = 60; // of a photo
const MB = 1024 * 1024;

/**
 * @typedef {{ dish: MenuDish, file: ZipFile }} Match
 * @type {{ found: Match[], lost: string[], troubles: string[], error: string, sent: number | null }} `sent`: how many, null before
 */
const state = { found: [], lost: [], troubles: [], error: "", sent: null };
const nothing = () => ({ found: [], lost: [], troubles: [], error: "", sent: null });

/** A name as it is compared with others: Macs write some letters as two, and files have lines for spaces. @param {string} text */
const plain = (text) =>
  text
    .normalize("NFC")
    .toLocaleLowerCase()
    .replaceAll(/[\s_-]+/g, " ")
    .trim();

/** @param {string} name of a file, with its folders */
const stem = (name) => (name.split("/").at(-1) ?? "").replace(/\.[^.]+$/, "");

/** @param {File} file @returns {Promise<ZipFile[]>} */
const filesOf = async (file) =>
  /\.zip$/i.test(file.name) || file.type.includes("zip")
    ? readZip(file)
    : [{ name: file.name, size: file.size, open: async () => file }];

/** Find the dish of each file; a code goes before a name, a Ukrainian name before an English one. @param {ZipFile[]} files */
function match(files) {
  /** @type {Map<string, MenuDish>} */
  const dishes = new Map();
  for (const key of /** @type {const} */ (["name_en", "name", "slug"]))
    for (const dish of menu.dishes.toReversed()) if (dish[key]) dishes.set(plain(dish[key]), dish);
  for (const file of files) {
    const dish = dishes.get(plain(stem(file.name)));
    const isTwice = state.found.some((each) => each.dish === dish);
    if (!dish) state.lost.push(file.name);
    else if (isTwice) state.troubles.push(t("photos.twice", { name: file.name, dish: nameOf(dish) }));
    else if (file.size > MOST_MB * MB) state.troubles.push(bad(file, t("photo.large", { limit: MOST_MB })));
    else state.found.push({ dish, file });
  }
  if (state.found.length === 0) state.error = t("photos.none");
}

/** @param {ZipFile} file @param {string} reason */
const bad = ({ name }, reason) => t("photos.bad", { name, reason });

/** @param {string[]} lines */
const lineList = (lines) => html`<ul class="stack-small">${lines.map((line) => html`<li>${line}</li>`)}</ul>`;

function outcome() {
  const { found, lost, troubles, sent } = state;
  return html`<div class="stack" data-key="outcome" role="status">
    ${
      found.length > 0 &&
      html`<div class="stack-small" data-key="found"><h3>${t("photos.found", { count: found.length })}</h3>
        <p class="names">${found.map(({ dish }) => nameOf(dish)).join(", ")}</p></div>`
    }
    ${lost.length > 0 && html`<div class="stack-small" data-key="lost"><h3>${t("photos.lost")}</h3>${lineList(lost)}</div>`}
    ${troubles.length > 0 && html`<div data-key="troubles">${lineList(troubles)}</div>`}
    ${
      sent === null
        ? found.length > 0 &&
          html`<button type="button" class="button" data-key="save" data-action="photos.save">${t("photos.save")}</button>`
        : html`<p data-key="progress">${t("photos.sending", { done: sent, all: found.length })}
          <progress max="${found.length}" value="${sent}"></progress></p>`
    }</div>`;
}

/** @type {View} */
export const photosPage = {
  load() {
    Object.assign(state, nothing());
    return readMenu();
  },
  render: () => html`<p data-key="back"><a class="back-link" href="#/menu">${icon("back")}${t("menu.back")}</a></p>
    <section class="card stack" data-key="photos"><h2>${t("photos.title")}</h2><p class="muted">${t("photos.about")}</p>
      <div class="toolbar-line"><label class="button photo-choose">${icon("camera")}<span>${t("photos.choose")}</span>
        <input type="file" class="visually-hidden" multiple accept="${PHOTO_TYPES},.zip,application/zip" data-change="photos.choose"></label></div>
      ${errorLine(state.error)}
      ${outcome()}</section>`,
  title: () => t("photos.title"),
  leave() {
    Object.assign(state, nothing());
  },
};

/** @param {File[]} chosen */
async function take(chosen) {
  Object.assign(state, nothing());
  try {
    const files = (await Promise.all(chosen.map(filesOf))).flat();
    if (files.length > MOST) state.error = t("photos.tooMany", { limit: MOST });
    else match(files);
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    state.error = t("photos.zip");
  }
  draw();
}

/** A file that is no photo, or one that this browser cannot read. */
class UnreadableError extends Error {}

/** @param {ZipFile} file */
async function read(file) {
  try {
    return await createImageBitmap(await file.open(), { imageOrientation: "from-image" });
  } catch (error) {
    throw new UnreadableError(file.name, { cause: error });
  }
}

/**
 * Send a photo, made small here.
 * @param {ZipFile} file
 * @returns {Promise<string>} its address
 */
async function send(file) {
  const crop = new Crop(await read(file));
  crop.shape = "whole";
  const small = await crop.file();
  crop.photo.close();
  if (!small) throw new UnreadableError(file.name);
  const { url } = await api.upload("/pictures", small);
  return url;
}

/** One photo after another, then all dishes in one change; a photo that cannot be read is told and left out. */
async function save() {
  if (state.sent !== null) return;
  const changes = [];
  const mine = state.found;
  try {
    for (const [index, { dish, file }] of mine.entries()) {
      Object.assign(state, { sent: index });
      draw();
      try {
        changes.push({ slug: dish.slug, values: { image_url: await send(file) } });
      } catch (error) {
        if (!(error instanceof UnreadableError) && !(error instanceof RefusedError && error.code === "invalid"))
          throw error;
        state.troubles.push(bad(file, t("photo.unreadable")));
      }
      if (state.found !== mine) return; // the page was left
    }
    const troubles = state.troubles;
    const saved = changes.length > 0 && (await changeItems("products", changes)).state === "saved";
    Object.assign(state, nothing(), { troubles });
    if (saved && troubles.length === 0) go("#/menu");
  } catch (error) {
    state.sent = null;
    tellFailure(error);
  }
  draw();
}

actions["photos.choose"] = (element) => {
  const input = /** @type {HTMLInputElement} */ (element);
  const files = [...(input.files ?? [])];
  return take(files).finally(() => {
    if (state.found.length === 0) input.value = ""; // the browser lets go of the files then
  });
};
actions["photos.save"] = save;
