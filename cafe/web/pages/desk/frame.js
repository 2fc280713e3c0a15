/** What stands around every view: the navigation, the top line, the person's own dialog, and what stands in for a view. */

import { actions } from "../shared/delegate.js";
import { closeDialog, openDialog } from "../shared/dialog.js";
import { draw } from "../shared/drawing.js";
import { byId, html, patch } from "../shared/html.js";
import { RefusedError } from "../shared/request.js";
import { anyText, chooseLocale, nextLanguage } from "../shared/texts.js";
import { atHandButtons } from "./at-hand.js";
import { newsLine } from "./following.js";
import { api, keepToken } from "./lib/api.js";
import { bellButton } from "./lib/bell.js";
import { icon } from "./lib/icons.js";
import { news } from "./lib/news.js";
import { tellFailure } from "./lib/save.js";
import { roleText, session } from "./lib/session.js";
import { t } from "./lib/texts.js";
import { allowedSections, openAddress, route } from "./router.js";

/** @import { Section } from "./types" */

const AT_HAND = 4; // of the sections stand in a phone's bar, the rest behind its last button

/** @param {Section} section */
const sectionLink = ({ name, icon: iconName }) => html`<li data-key="n-${name}">
  <a href="#/${name}" aria-current="${route.section?.name === name ? "page" : "false"}" data-action="frame.close">
    ${icon(iconName)}<span>${anyText(`nav.${name}`)}</span></a></li>`;

function navigation() {
  const sections = allowedSections();
  const isBehind = sections.slice(AT_HAND).some(({ name }) => name === route.section?.name);
  return html`<p class="nav-cafe">${session.cafe}</p>
    <ul>${sections.map(sectionLink)}
      ${
        sections.length > AT_HAND &&
        html`<li data-key="n-more" class="nav-more"><button type="button" data-action="frame.more" aria-haspopup="dialog"
          aria-current="${isBehind ? "true" : "false"}">${icon("more")}<span>${t("more")}</span></button></li>`
      }</ul>
    <button type="button" class="nav-person" data-action="frame.account" aria-haspopup="dialog">${avatar()}
      <span><b>${session.person?.name}</b><small>${session.person && roleText(session.person)}</small></span></button>`;
}

const avatar = () => html`<span class="avatar" aria-hidden="true">${(session.person?.name ?? "?").slice(0, 1)}</span>`;

const title = () => route.view?.title?.() ?? (route.section ? anyText(`nav.${route.section.name}`) : t("title"));

const top = () => html`<h1>${title()}</h1>${bellButton()}${atHandButtons()}
  <button type="button" class="icon-button top-person" data-action="frame.account" aria-haspopup="dialog" aria-label="${t("account")}">${avatar()}</button>`;

function failureText() {
  const { error } = route;
  if (!(error instanceof RefusedError)) return t("error.offline");
  if (error.status === 404) return t("error.notFound");
  return t(error.status === 403 ? "error.forbidden" : "error.failed");
}

const failure = () => html`<div class="empty" role="alert">${icon("warning")}<p>${failureText()}</p>
  <button type="button" class="button soft" data-action="frame.retry">${t("retry")}</button></div>`;

const skeleton = () => html`<div class="stack" data-key="skeleton">
  <p class="visually-hidden">${t("loading")}</p>
  ${[1, 2, 3, 4].map((number) => html`<div class="card skeleton-card" data-key="s${number}"></div>`)}</div>`;

/** Draw everything around the view, and the view. */
export function renderFrame() {
  const count = session.person ? (news.last?.waiting ?? 0) : 0;
  document.title = `${count > 0 ? `(${count}) ` : ""}${title()} · ${session.cafe || t("title")}`;
  byId("skip-link").textContent = t("skip");
  byId("nav").setAttribute("aria-label", t("sections"));
  byId("nav").hidden = session.person === null || route.section === null; // before, nobody knows what they may open
  patch(byId("nav"), session.person ? navigation() : "");
  patch(byId("top"), session.person ? top() : "");
  patch(byId("news"), session.person ? newsLine() : "");
  byId("main").ariaBusy = String(session.person !== null && route.isLoading);
  if (!session.person) return;
  if (route.error) patch(byId("main"), failure());
  else if (route.view)
    patch(byId("main"), html`<div data-key="v-${route.section?.name ?? ""}">${route.view.render()}</div>`);
  else patch(byId("main"), skeleton());
}

const moreDialog = () => html`<ul class="more-sections">${allowedSections().slice(AT_HAND).map(sectionLink)}</ul>`;

const accountDialog = () => html`<div class="stack">
  <p class="cluster">${avatar()}<span><b>${session.person?.name}</b><br><span class="muted">${session.person && roleText(session.person)}</span></span></p>
  <button type="button" class="button soft full-width" data-action="frame.language" lang="${nextLanguage().code}">${nextLanguage().name}</button>
  <button type="button" class="button bad full-width" data-action="frame.signOut">${t("signOut")}</button>
</div>`;

actions["frame.more"] = () => openDialog(() => t("sections"), moreDialog);
actions["frame.close"] = closeDialog;
actions["frame.account"] = () => openDialog(() => t("account"), accountDialog);
actions["frame.retry"] = openAddress;
actions["frame.language"] = async () => {
  await chooseLocale(nextLanguage().code);
  openAddress(); // what the server words comes in the other language
  draw();
};
actions["frame.signOut"] = async () => {
  try {
    await api.delete("/session");
  } catch (error) {
    tellFailure(error);
    return;
  }
  keepToken(null);
  location.reload();
};
actions.skip = () => byId("main").focus();
