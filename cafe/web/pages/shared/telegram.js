/** Telegram's client, when the page is inside it and its script has loaded; every call is safe without it. */

import { applyTelegramTheme, colors } from "./theme.js";

/** @import { TelegramTheme, TelegramWebApp } from "./telegram-types" */

const SCRIPT = "https://telegram.org/js/telegram-web-app.js";
/** @type {TelegramWebApp | null} */
let app = null;
/** @type {(() => void) | null} */
let mainAction = null;
/** @type {(() => void) | null} */
let backAction = null;
let isConfirmingClose = false;

/**
 * The client, when it is there and at least of this version.
 * @param {string} version
 */
const client = (version) => (app?.isVersionAtLeast?.(version) ? app : null);

/**
 * A client that lacks something must not stop an order.
 * @template T
 * @param {() => T} call
 */
function attempt(call) {
  try {
    return call();
  } catch {
    return null;
  }
}

/** @returns {Promise<boolean>} whether it loaded */
const loadScript = () =>
  new Promise((resolve) => {
    const script = document.createElement("script");
    script.src = SCRIPT;
    script.onload = () => resolve(true);
    script.onerror = () => resolve(false);
    document.head.append(script);
  });

/**
 * Load Telegram's script; `onReady` is called once it is there, `onReturn` when the person comes back to the app.
 * @param {{ theme: TelegramTheme | null, onReturn: () => void, onReady: () => void }} options
 */
export async function connect({ theme, onReturn, onReady }) {
  applyTelegramTheme(theme);
  if (!(await loadScript())) return;
  const webApp = window.Telegram?.WebApp;
  if (!webApp) return;
  app = webApp;
  const followTheme = () => {
    applyTelegramTheme(webApp.themeParams ?? theme);
    colorClient();
  };
  attempt(() => {
    webApp.ready();
    webApp.expand();
    client("7.7")?.disableVerticalSwipes();
    webApp.onEvent("themeChanged", followTheme);
    webApp.onEvent("activated", onReturn);
    webApp.MainButton.onClick(() => mainAction?.());
    client("6.1")?.BackButton.onClick(() => backAction?.());
  });
  followTheme();
  onReady();
}

/** Give the client's own bars the page's colour. */
function colorClient() {
  attempt(() => {
    client("6.1")?.setHeaderColor(colors()["--bg"]);
    client("6.1")?.setBackgroundColor(colors()["--bg"]);
    client("7.10")?.setBottomBarColor(colors()["--bg"]);
  });
}

/**
 * Show the client's main button. False when there is none, so the page draws its own.
 * @param {{ text: string, isBusy: boolean, isOff: boolean, action: () => void } | null} button
 * @returns {boolean}
 */
export function setMainButton(button) {
  const mainButton = app?.MainButton;
  if (!mainButton) return false;
  mainAction = button?.action ?? null;
  return (
    attempt(() => {
      if (!button) {
        mainButton.hide();
        return true;
      }
      mainButton.setParams({
        text: button.text.slice(0, 64),
        color: colors()[button.isOff ? "--sunken" : "--accent"],
        text_color: colors()[button.isOff ? "--text" : "--accent-ink"],
        is_active: !button.isBusy && !button.isOff,
        is_visible: true,
      });
      if (button.isBusy) mainButton.showProgress(false);
      else mainButton.hideProgress();
      return true;
    }) ?? false
  );
}

/**
 * Show the client's back button, or hide it when there is nothing to do. False when there is none.
 * @param {(() => void) | null} action
 */
export function setBackButton(action) {
  backAction = action;
  const button = client("6.1")?.BackButton;
  if (!button) return false;
  attempt(() => (action ? button.show() : button.hide()));
  return true;
}

/** @param {"selection" | "success" | "error"} kind */
export function haptic(kind) {
  const feedback = client("6.1")?.HapticFeedback;
  attempt(() => (kind === "selection" ? feedback?.selectionChanged() : feedback?.notificationOccurred(kind)));
}

/**
 * Let the client ask before it closes over a half-filled form.
 * @param {boolean} isDirty
 */
export function setClosingConfirmation(isDirty) {
  const webApp = client("6.2");
  if (!webApp || isDirty === isConfirmingClose) return;
  isConfirmingClose = isDirty;
  attempt(() => (isDirty ? webApp.enableClosingConfirmation() : webApp.disableClosingConfirmation()));
}

/**
 * The client's own question; null when it has none.
 * @param {string} question
 * @returns {Promise<boolean> | null}
 */
export function confirmNatively(question) {
  const webApp = client("6.2");
  if (!webApp) return null;
  return attempt(() => new Promise((resolve) => webApp.showConfirm(question, resolve)));
}

/**
 * Open an external page Telegram's way, on a person's tap. False: follow the link as usual.
 * @param {string} url
 */
export function openLink(url) {
  const webApp = client("6.1");
  if (!webApp) return false;
  const isTelegram = new URL(url, location.href).host === "t.me";
  return (
    attempt(() => {
      if (isTelegram) webApp.openTelegramLink(url);
      else webApp.openLink(url);
      return true;
    }) ?? false
  );
}

export const canShareContact = () => client("6.9") !== null;

/**
 * The person's own phone number, when they agree to give it; null otherwise.
 * @returns {Promise<string | null>}
 */
export function requestPhone() {
  const webApp = client("6.9");
  return new Promise((resolve) => {
    const isAsked = attempt(() => {
      webApp?.requestContact((isGiven, answer) => {
        const contact = answer?.responseUnsafe?.contact ?? contactIn(answer?.response);
        resolve(isGiven ? (contact?.phone_number ?? null) : null);
      });
      return webApp !== null;
    });
    if (!isAsked) resolve(null);
  });
}

/**
 * @param {string | undefined} response
 * @returns {{ phone_number?: string } | null}
 */
function contactIn(response) {
  return attempt(() => JSON.parse(new URLSearchParams(response).get("contact") ?? "null")) ?? null;
}

/** Telegram's way to the person's place, where the client has one. */
const locationManager = () => client("8.0")?.LocationManager ?? null;

export const canFindPlace = () => locationManager() !== null || "geolocation" in navigator;

/**
 * Where the person is, when they agree to tell it; null otherwise.
 * @returns {Promise<{ lat: number, lon: number } | null>}
 */
export function findPlace() {
  const manager = locationManager();
  if (!manager) return findPlaceByBrowser();
  return new Promise((resolve) => {
    const ask = () => manager.getLocation((place) => resolve(place && { lat: place.latitude, lon: place.longitude }));
    if (manager.isInited) ask();
    else manager.init(() => (manager.isLocationAvailable ? ask() : resolve(findPlaceByBrowser())));
  });
}

const PLACE_TIMEOUT_MS = 15_000;

/** @returns {Promise<{ lat: number, lon: number } | null>} */
const findPlaceByBrowser = () =>
  new Promise((resolve) => {
    if ("geolocation" in navigator)
      navigator.geolocation.getCurrentPosition(
        ({ coords }) => resolve({ lat: coords.latitude, lon: coords.longitude }),
        () => resolve(null),
        { enableHighAccuracy: true, timeout: PLACE_TIMEOUT_MS },
      );
    else resolve(null);
  });

export const closeApp = () => attempt(() => app?.close());
export const isConnected = () => app !== null;
