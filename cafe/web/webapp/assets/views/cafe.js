/** About the cafe: hours, phone, address, delivery, and the language of the page. */

import { address, html } from "../html.js";
import { currentLocale, money, t } from "../i18n.js";
import { choices, emblem, icon, statusLine } from "../parts.js";
import { isRoundTheClock } from "../rules.js";
import { state } from "../state.js";

const fact = (sign, label, content) => html`<li>
  <span class="fact-sign">${icon(sign)}</span>
  <div><h2>${label}</h2>${content}</div>
</li>`;

const outside = (url, text) => address(url) && html`<p><a href="${address(url)}" target="_blank" rel="noopener" data-outside>${text}</a></p>`;

function delivery(settings) {
  const fee = settings.delivery_fee > 0 ? money(settings.delivery_fee) : t("sum.free");
  const free = settings.free_delivery_threshold;
  return html`<p>${free > 0 && settings.delivery_fee > 0 ? t("cafe.delivery.fee", { fee, from: money(free) }) : fee}</p>
    ${settings.min_delivery_order_amount > 0 &&
    html`<p class="quiet">${t("cafe.delivery.minimum", { amount: money(settings.min_delivery_order_amount) })}</p>`}`;
}

export const languageChoice = () =>
  choices({
    name: "locale",
    label: t("cafe.language"),
    chosen: currentLocale(),
    change: "locale",
    options: [
      { value: "uk", text: "Українська" },
      { value: "en", text: "English" },
    ],
  });

function view() {
  const { settings } = state;
  const { work_hours_from: from, work_hours_to: to } = settings;
  const hours = isRoundTheClock(settings) ? t("open.always") : t("cafe.daily", { from, to });
  return html`<section class="hero cafe-hero">
      ${emblem()}
      <h2>${settings.cafe_name}</h2>
      ${statusLine()}
    </section>
    <ul class="facts-list block">
      ${fact("clock", t("cafe.hours"), html`<p>${hours}</p>`)}
      ${settings.phone && fact("phone", t("cafe.phone"), html`<p><a href="tel:${settings.phone.replace(/[^\d+]/g, "")}">${settings.phone}</a></p>`)}
      ${(settings.address || settings.maps_url) &&
      fact("pin", t("cafe.address"), html`<p>${settings.address}</p>${settings.maps_url && outside(settings.maps_url, t("cafe.map"))}`)}
      ${settings.instagram_url && fact("camera", t("cafe.instagram"), outside(settings.instagram_url, handle(settings.instagram_url)))}
      ${fact("delivery", t("cafe.delivery"), delivery(settings))}
      ${settings.pickup_discount_percent > 0 &&
      fact("pickup", t("cafe.pickup"), html`<p>${t("cafe.pickup.discount", { percent: settings.pickup_discount_percent })}</p>`)}
      ${settings.has_active_promos && fact("tag", t("promo"), html`<p>${t("cafe.promos")}</p>`)}
      ${fact("globe", t("cafe.language"), languageChoice())}
    </ul>`;
}

/** An Instagram address as people write it. */
function handle(url) {
  const name = /instagram\.com\/([\w.]+)/i.exec(url)?.[1];
  return name ? `@${name}` : url;
}

export const page = { title: () => t("cafe"), needsMenu: true, view };
