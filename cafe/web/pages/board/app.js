/** Starts the kitchen screen and draws it. */

import { actions, listenToPage } from "../shared/delegate.js";
import { listenToDialogs, renderDialog } from "../shared/dialog.js";
import { onDraw } from "../shared/drawing.js";
import { byId, html, patch } from "../shared/html.js";
import { sessionStore } from "../shared/storage.js";
import { toastActions } from "../shared/toast.js";
import { columns, piecesBar } from "./cards.js";
import { readMenu } from "./counter.js";
import { startLive } from "./live.js";
import { pairingView, shiftView, topBar } from "./panels.js";
import "./order-panel.js";
import "./person.js";
import "./presses.js";
import { latePrinters } from "./printers.js";
import { readActs, sendActs } from "./queue.js";
import "./refunds.js";
import { startTexts } from "../shared/texts.js";
import { alarm, listenForTouches, ringFor } from "./shift.js";
import { state } from "./state.js";
import { t } from "./texts.js";
import { autoPrint } from "./tickets.js";
import { aloneBar, toldRows } from "./told.js";

/** @import { Board } from "./types" */

function mainView() {
  if (state.phase === "pairing") return pairingView();
  if (!state.board) return html`<p class="plain" data-key="loading" aria-busy="true">${t("loading")}</p>`;
  return state.isShiftOn ? columns(state.board) : shiftView();
}

function render() {
  const { board, isLost } = state;
  document.title = t("title");
  const alone = board && aloneBar();
  const lost = byId("lost");
  lost.hidden = !alone;
  patch(lost, alone || "");
  alarm(isLost);
  patch(byId("told"), board ? toldRows() : "");
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
  if (isCurrent || isRecent || orders.length > 0 || state.acts.length > 0) return;
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
navigator.serviceWorker?.register("service-worker.js").catch(() => {}); // the page works without, but not after a restart
navigator.storage?.persist?.().catch(() => {}); // a browser that does not promise may keep it all the same
await readActs();
startLive((board) => {
  ringFor(board);
  autoPrint(board);
  readMenu(board);
  sendActs();
  updatePage(board);
});
