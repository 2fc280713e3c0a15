/** Starts the desk and draws it. */

import { actions, listenToPage } from "../shared/delegate.js";
import { closeDialog, listenToDialogs, renderDialog } from "../shared/dialog.js";
import { draw, onDraw } from "../shared/drawing.js";
import { byId, patch } from "../shared/html.js";
import { startTexts } from "../shared/texts.js";
import { toastActions } from "../shared/toast.js";
import { listenForFinderKey } from "./at-hand.js";
import { askBeforeDangerousActs } from "./confirm.js";
import { startFollowing } from "./following.js";
import { renderFrame } from "./frame.js";
import { hooks } from "./lib/api.js";
import { listenForTouches } from "./lib/bell.js";
import { countWhileTyping } from "./lib/fields.js";
import { stopListening } from "./lib/news.js";
import { markPressed, press } from "./lib/presses.js";
import { readCafe, session } from "./lib/session.js";
import { readSteps } from "./lib/steps.js";
import { loadTexts } from "./lib/texts.js";
import { expectView, startRouter } from "./router.js";
import { SECTIONS } from "./sections.js";
import { getIn, noteSignedOut, signInView } from "./signin.js";

let isReady = false;

function render() {
  renderFrame();
  renderDialog();
  markPressed();
  if (isReady && !session.person) patch(byId("main"), signInView());
}

hooks.signedOut = () => {
  closeDialog();
  stopListening();
  noteSignedOut();
};

async function start() {
  await startTexts("desk.locale", loadTexts);
  onDraw(render);
  Object.assign(actions, toastActions);
  listenToPage({ press });
  listenToDialogs();
  countWhileTyping();
  askBeforeDangerousActs();
  listenForFinderKey();
  await Promise.all([readCafe(), getIn()]);
  isReady = true;
  if (session.person) {
    listenForTouches();
    expectView(SECTIONS);
    await Promise.all([readSteps(), startFollowing()]);
    await startRouter(SECTIONS);
  }
  draw();
}

start();
