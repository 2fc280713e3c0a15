/** Who works at this tablet: said by a PIN, shown at the top, and named in the orders' histories for a shift. */

import { actions } from "../shared/delegate.js";
import { openDialog, openedDialog } from "../shared/dialog.js";
import { html } from "../shared/html.js";
import { OfflineError, RefusedError } from "../shared/request.js";
import { api } from "./api.js";
import { nextQuestion, showBoard } from "./live.js";
import { pinFields, pinRefusal } from "./pin.js";
import { setState, state } from "./state.js";
import { t } from "./texts.js";

/** @import { Person, PersonWish } from "./types" */

const NEW = {
  /** @type {Person[] | null} */
  people: null,
  chosen: 0,
  isBusy: false,
  wrong: "",
};

const asked = { ...NEW };

/** @param {Partial<typeof asked>} changes */
function change(changes) {
  Object.assign(asked, { wrong: "" }, changes);
  setState();
}

function personView() {
  const { people, chosen, isBusy, wrong } = asked;
  const person = state.board?.person;
  const leave =
    person &&
    html`<p>${t("person.now", { name: person })}</p>
      <button type="button" class="soft" data-action="personLeave">${t("person.leave")}</button>`;
  if (!people)
    return wrong ? html`<p class="error" role="alert">${wrong}</p>` : html`<p aria-busy="true">${t("loading")}</p>`;
  if (people.length === 0)
    return html`${leave}<p>${t("person.nobody")}</p>${wrong && html`<p class="error" role="alert">${wrong}</p>`}`;
  return html`${leave}<form class="pin" data-submit="personSet" data-key="pin">
    <p>${t("person.about")}</p>
    ${pinFields({ people, chosen, action: "personChoose", label: t("person"), wrong })}
    <button class="step" aria-busy="${String(isBusy)}">${t("person.set")}</button>
  </form>`;
}

async function open() {
  Object.assign(asked, NEW);
  openDialog(() => t("person"), personView);
  const { isOpen } = openedDialog();
  try {
    const { people } = await api.people();
    if (isOpen()) change({ people, chosen: people[0]?.id ?? 0 });
  } catch (error) {
    if (!(error instanceof RefusedError || error instanceof OfflineError)) throw error;
    if (isOpen()) change({ wrong: t("person.offline") });
  }
}

/** @param {PersonWish} wish */
async function send(wish) {
  if (asked.isBusy) return;
  const { isOpen, close } = openedDialog();
  const question = nextQuestion();
  change({ isBusy: true });
  try {
    showBoard(await api.setPerson(wish), question);
    if (isOpen()) close();
  } catch (error) {
    if (!(error instanceof RefusedError || error instanceof OfflineError)) throw error;
    const refusal = error instanceof RefusedError ? pinRefusal(error) : null;
    if (isOpen()) change({ wrong: refusal ?? t("person.offline") });
  } finally {
    change({ isBusy: false, wrong: asked.wrong });
  }
}

Object.assign(actions, {
  person: open,
  personChoose: (/** @type {HTMLElement} */ { dataset }) => change({ chosen: Number(dataset.id) }),
  personLeave: () => send({ staff: null }),
  async personSet(/** @type {HTMLFormElement} */ form) {
    const pin = String(new FormData(form).get("pin"));
    await send({ staff: asked.chosen, pin });
    form.reset();
  },
});
