/** Telegram's client, when the page is inside it and its script has loaded; every call is safe without it. */

import { launch } from "./launch.js";
import { tones, wearTelegram } from "./theme.js";

const SCRIPT = "https://telegram.org/js/telegram-web-app.js";
let app = null;
let mainAction = null;
let backAction = null;
let isConfirmingClose = false;

const has = (version) => Boolean(app?.isVersionAtLeast?.(version));

/** A client that lacks something must not stop an order. */
function attempt(action) {
  try {
    return action();
  } catch {
    return undefined;
  }
}

/** Load Telegram's script; `onReady` is called once it is there, `onReturn` when the person comes back to the app. */
export async function connect({ onReturn, onReady }) {
  if (!launch.inTelegram) return;
  wearTelegram(launch.telegramTheme);
  const loaded = await new Promise((resolve) => {
    const script = document.createElement("script");
    script.src = SCRIPT;
    script.onload = () => resolve(true);
    script.onerror = () => resolve(false);
    document.head.append(script);
  });
  if (!loaded || !window.Telegram?.WebApp) return;
  app = window.Telegram.WebApp;
  attempt(() => {
    app.ready();
    app.expand();
    if (has("7.7")) app.disableVerticalSwipes();
    app.onEvent("themeChanged", follow);
    app.onEvent("activated", onReturn);
    app.MainButton.onClick(() => mainAction?.());
    if (has("6.1")) app.BackButton.onClick(() => backAction?.());
  });
  follow();
  onReady();
}

function follow() {
  wearTelegram(app.themeParams ?? launch.telegramTheme);
  attempt(() => {
    if (has("6.1")) {
      app.setHeaderColor(tones["--bg"]);
      app.setBackgroundColor(tones["--bg"]);
    }
    if (has("7.10")) app.setBottomBarColor(tones["--bg"]);
  });
}

/** Show the client's main button. False when there is none, so the page draws its own. */
export function mainButton(button) {
  if (!app?.MainButton) return false;
  mainAction = button?.action ?? null;
  return (
    attempt(() => {
      if (!button) {
        app.MainButton.hide();
        return true;
      }
      app.MainButton.setParams({
        text: button.text.slice(0, 64),
        color: tones["--accent"],
        text_color: tones["--accent-ink"],
        is_active: !button.isBusy,
        is_visible: true,
      });
      if (button.isBusy) app.MainButton.showProgress(false);
      else app.MainButton.hideProgress();
      return true;
    }) ?? false
  );
}

export function backButton(action) {
  backAction = action;
  if (!has("6.1")) return false;
  attempt(() => (action ? app.BackButton.show() : app.BackButton.hide()));
  return true;
}

export function haptic(kind) {
  if (!has("6.1")) return;
  attempt(() =>
    kind === "selection" ? app.HapticFeedback.selectionChanged() : app.HapticFeedback.notificationOccurred(kind),
  );
}

/** Let the client ask before it closes over a half-filled form. */
export function confirmClosing(isDirty) {
  if (!has("6.2") || isDirty === isConfirmingClose) return;
  isConfirmingClose = isDirty;
  attempt(() => (isDirty ? app.enableClosingConfirmation() : app.disableClosingConfirmation()));
}

/** The client's own question; undefined when it has none. */
export function askNatively(question) {
  if (!has("6.2")) return undefined;
  return attempt(() => new Promise((resolve) => app.showConfirm(question, resolve)));
}

/** Open an outside page the platform's way, on a person's tap. False: follow the link as usual. */
export function openOutside(url) {
  if (!has("6.1")) return false;
  const isTelegram = new URL(url, location.href).host === "t.me";
  return attempt(() => {
    if (isTelegram) app.openTelegramLink(url);
    else app.openLink(url);
    return true;
  }) ?? false;
}

export const canShareContact = () => has("6.9");

/** The person's own phone number, when they agree to give it; null otherwise. */
export function sharedContact() {
  return new Promise((resolve) => {
    const asked = attempt(() => {
      app.requestContact((isGiven, answer) => {
        const contact = answer?.responseUnsafe?.contact ?? contactIn(answer?.response);
        resolve(isGiven ? (contact?.phone_number ?? null) : null);
      });
      return true;
    });
    if (!asked) resolve(null);
  });
}

function contactIn(response) {
  return attempt(() => JSON.parse(new URLSearchParams(response).get("contact"))) ?? null;
}

export const closeApp = () => attempt(() => app.close());
export const isConnected = () => app !== null;
