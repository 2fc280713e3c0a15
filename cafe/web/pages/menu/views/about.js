/** About the cafe: hours, phone, address, delivery, the language of the page, and being forgotten. */

import { dayText, money, wallClock, weekdayText } from "../../shared/formats.js";
import { html, safeUrl } from "../../shared/html.js";
import { localStore, sessionStore } from "../../shared/storage.js";
import { currentLocale, languages } from "../../shared/texts.js";
import { showToast } from "../../shared/toast.js";
import { api } from "../api.js";
import { icon, isAlwaysOpen, logo, openingStatus, radioGroup } from "../components.js";
import { confirmDialog } from "../confirm.js";
import { orderTypes } from "../orderability.js";
import { loadedSettings, state } from "../state.js";
import { t } from "../texts.js";

/** @import { Renderable } from "../../shared/types" */
/** @import { IconName, PublicSettings, Schedule, Screen, Zone } from "../types" */

/**
 * @param {IconName} iconName
 * @param {string} label
 * @param {Renderable} content
 */
const fact = (iconName, label, content) => html`<li>
  <span class="fact-icon">${icon(iconName)}</span>
  <div><h2>${label}</h2>${content}</div>
</li>`;

/**
 * @param {string} url
 * @param {string} text
 */
const externalLink = (url, text) =>
  safeUrl(url) && html`<p><a href="${safeUrl(url)}" target="_blank" rel="noopener" data-external>${text}</a></p>`;

/** @param {string[]} ranges */
const rangesText = (ranges) =>
  ranges.length > 0 ? ranges.map((range) => range.replace("-", "–")).join(", ") : t("cafe.closed");

/**
 * The days of the week with their hours, today among them.
 * @param {Schedule} schedule
 */
function week({ week: days }) {
  const [today = ""] = wallClock(state.timezone);
  const weekday = (new Date(today).getUTCDay() + 6) % 7;
  return html`<dl class="week">${Object.values(days).map(
    (ranges, day) => html`<div class="${day === weekday ? "is-today" : ""}">
      <dt>${weekdayText(day)}</dt><dd>${rangesText(ranges)}</dd>
    </div>`,
  )}</dl>`;
}

const COMING = 5; // special days at once: more are far away

/** @param {Schedule} schedule */
function specialDays({ special_days: days }) {
  if (days.length === 0) return null;
  return html`<h2 class="special-days">${t("cafe.special")}</h2>
    <dl class="week">${days.slice(0, COMING).map(
      ({ date, hours: ranges, message }) => html`<div>
        <dt>${dayText(date)}</dt><dd>${rangesText(ranges)}${message && html`<small>${message}</small>`}</dd>
      </div>`,
    )}</dl>`;
}

/** @param {PublicSettings} settings */
function hours(settings) {
  const { work_hours_from: from, work_hours_to: to, schedule } = settings;
  if (schedule) return fact("clock", t("cafe.hours"), [week(schedule), specialDays(schedule)]);
  return fact(
    "clock",
    t("cafe.hours"),
    html`<p>${isAlwaysOpen(settings) ? t("open.always") : t("cafe.daily", { from, to })}</p>`,
  );
}

/** @param {PublicSettings} settings */
const phone = ({ phone: number }) =>
  number && fact("phone", t("field.phone"), html`<p><a href="tel:${number.replace(/[^\d+]/g, "")}">${number}</a></p>`);

/** @param {PublicSettings} settings */
function address({ address: text, maps_url: map }) {
  if (!text && !map) return null;
  return fact("pin", t("cafe.address"), html`<p>${text}</p>${map && externalLink(map, t("cafe.map"))}`);
}

/** @param {PublicSettings} settings */
const instagram = ({ instagram_url: url }) =>
  url && fact("camera", t("cafe.instagram"), externalLink(url, instagramHandle(url)));

/**
 * An Instagram address as people write it.
 * @param {string} url
 */
function instagramHandle(url) {
  const name = /instagram\.com\/([\w.]+)/i.exec(url)?.[1];
  return name ? `@${name}` : url;
}

/** @param {{ fee: number, freeFrom: number }} terms */
function feeText({ fee, freeFrom }) {
  if (fee === 0) return t("sum.free");
  return freeFrom > 0 ? t("cafe.delivery.fee", { fee: money(fee), from: money(freeFrom) }) : money(fee);
}

/** @param {Zone} zone */
function zoneLine({ name, fee, free_from: freeFrom, min_amount: minimum }) {
  const least = minimum > 0 && t("cafe.delivery.minimum", { amount: money(minimum) });
  return html`<li><b>${name}</b>: ${[feeText({ fee, freeFrom }), least].filter(Boolean).join(", ")}</li>`;
}

/** @param {PublicSettings} settings */
function delivery(settings) {
  const { zones } = settings;
  return zones
    ? fact("delivery", t("type.delivery"), html`<ul class="plain-list">${zones.map(zoneLine)}</ul>`)
    : usualDelivery(settings);
}

/** @param {PublicSettings} settings */
function usualDelivery({ delivery_fee: fee, free_delivery_threshold: freeFrom, min_delivery_order_amount: minimum }) {
  return fact(
    "delivery",
    t("type.delivery"),
    html`<p>${feeText({ fee, freeFrom })}</p>
    ${minimum > 0 && html`<p class="muted">${t("cafe.delivery.minimum", { amount: money(minimum) })}</p>`}`,
  );
}

/** @param {PublicSettings} settings */
const pickup = ({ pickup_discount_percent: percent }) =>
  percent > 0 && fact("pickup", t("type.pickup"), html`<p>${t("cafe.pickup.discount", { percent })}</p>`);

const languageChoice = () =>
  radioGroup({
    name: "locale",
    label: t("cafe.language"),
    chosen: currentLocale(),
    action: "locale",
    options: languages.map(({ code, name }) => ({ value: code, text: name })),
  });

/** Ask, be forgotten by the server and by this device, and begin anew as somebody whom nobody has seen. */
async function forgetMe() {
  const words = { text: t("forget.text"), yes: t("forget.yes"), no: t("order.cancel.no") };
  if (!(await confirmDialog(t("forget.ask"), words))) return;
  try {
    await api.forget();
  } catch {
    showToast(t("offline.action"), { tone: "bad" });
    return;
  }
  localStore.clear();
  sessionStore.remove("seated");
  sessionStore.set("forgotten", true);
  location.reload();
}

export const aboutActions = { forgetMe };

function view() {
  const settings = loadedSettings();
  return html`<section class="hero about-hero">
      ${logo()}
      <h2>${settings.cafe_name}</h2>
      ${openingStatus()}
    </section>
    <ul class="about-list panel">
      ${hours(settings)}
      ${phone(settings)}
      ${address(settings)}
      ${instagram(settings)}
      ${orderTypes().includes("delivery") && delivery(settings)}
      ${orderTypes().includes("pickup") && pickup(settings)}
      ${settings.has_active_promos && fact("tag", t("promo"), html`<p>${t("cafe.promos")}</p>`)}
      ${fact("globe", t("cafe.language"), languageChoice())}
    </ul>
    <p class="text-center"><button type="button" class="link-button" data-action="forgetMe">${t("forget")}</button></p>`;
}

/** @type {Screen} */
export const aboutScreen = { title: () => t("nav.cafe"), needsSettings: true, view };
