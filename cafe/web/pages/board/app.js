/** Starts the kitchen screen and draws it. */

import { actions, listenToPage } from "../shared/delegate.js";
import { listenToDialogs, renderDialog } from "../shared/dialog.js";
import { onDraw } from "../shared/drawing.js";
import { byId, html, patch } from "../shared/html.js";
import { sessionStore } from "../shared/storage.js";
import { toastActions } from "../shared/toast.js";
import { columns, piecesBar } from "./cards.js";
import { silence, startLive } from "./live.js";
import { pairingView, shiftView, topBar } from "./panels.js";
import "./order-panel.js";
import "./person.js";
import "./presses.js";
import { latePrinters } from "./printers.js";
import "./refunds.js";
import { startTexts } from "../shared/texts.js";
import { alarm, listenForTouches, ringFor } from "./shift.js";
import { state } from "./state.js";
import { t } from "./texts.js";
import { autoPrint } from "./tickets.js";

/** @import { Board } from "./types" */

function mainView() {
  if (state.phase === "pairing") return pairingView();
  if (!state.board) return html`<p class="plain" data-key="loading" aria-busy="true">${t("loading")}</p>`;
  return state.isShiftOn ? columns(state.board) : shiftView();
}

function render() {
  const { board, isLost } = state;
  document.title = t("title");
  const lost = byId("lost");
  lost.hidden = !isLost;
  const minutes = Math.floor(silence() / 60_000);
  patch(lost, isLost ? t(minutes > 0 ? "lost" : "lost.soon", { minutes }) : "");
  alarm(isLost);
  patch(byId("top"), board ? topBar(board) : "");
  patch(byId("printers"), board ? latePrinters() : "");
  patch(byId("main"), mainView());
  patch(byId("pieces"), board && state.isShiftOn ? piecesBar(board) : "");
  renderDialog();
}

const SAME_UPDATE_MS = 600_000; // while a new version comes in, the old one may still answer in turn

/**
 * A screen hangs there for months: take a new version of the page in a moment when nobody needs it.
 * @param {Board} board
 */
function updatePage({ page, orders }) {
  const isCurrent = import.meta.url.includes(`/${page}/`);
  const isRecent = Date.now() - sessionStore.get("board.updated", 0) < SAME_UPDATE_MS;
  if (isCurrent || isRecent || orders.length > 0) return;
  sessionStore.set("board.updated", Date.now());
  location.reload();
}

await startTexts("board.locale", (locale) => import(`./texts/${locale}.js`));
onDraw(render);
Object.assign(actions, toastActions);
listenToPage();
listenToDialogs();
listenForTouches();
render();
startLive((board) => {
  ringFor(board);
  autoPrint(board);
  updatePage(board);
});
