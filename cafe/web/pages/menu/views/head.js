/** The top of the menu: a line of what the cafe has to say, the search, and the filter. */

import { money } from "../../shared/formats.js";
import { html } from "../../shared/html.js";
import { icon } from "../components.js";
import { draft } from "../draft.js";
import { launch } from "../launch.js";
import { orderTypes, standing } from "../orderability.js";
import { pageUrl } from "../router.js";
import { loadedSettings, state } from "../state.js";
import { t } from "../texts.js";

/** @import { notice } from "../components.js" */

/**
 * One line, the whole text on a tap; with what belongs to it, it is open.
 * @type {typeof notice}
 */
const banner = (text, { iconName = "info", tone = "", more } = {}) => html`<li data-key="${text}">
  <details class="banner ${tone}" ${more && html`open`}>
    <summary><span>${icon(iconName)}<span>${text}</span></span></summary>${more}
  </details>
</li>`;

/** What delivery and pickup cost or save. */
function factsText() {
  if (launch.table && draft.type === "dine_in") return "";
  const settings = loadedSettings();
  const {
    min_delivery_order_amount: minimum,
    free_delivery_threshold: freeFrom,
    pickup_discount_percent: percent,
  } = settings;
  const types = orderTypes();
  const zones = settings.zones ?? [];
  const delivery =
    zones.length > 0
      ? [t("menu.zones", { amount: money(Math.min(...zones.map(({ fee }) => fee))) })]
      : [
          minimum > 0 && t("menu.minimum", { amount: money(minimum) }),
          freeFrom > 0 && t(minimum > 0 ? "menu.alsoFree" : "menu.free", { amount: money(freeFrom) }),
        ];
  const pickup = types.includes("pickup") && percent > 0 && t("menu.pickup", { percent });
  return [types.includes("delivery") && delivery.filter(Boolean).join(", "), pickup].filter(Boolean).join(" · ");
}

export function banners() {
  const settings = loadedSettings();
  const { announcement_enabled: isAnnounced, announcement_message: announcement } = settings;
  const facts = factsText();
  const all = [
    standing(banner),
    launch.hasWrongTable && banner(t("table.wrong"), { iconName: "dine_in" }),
    launch.table &&
      orderTypes().includes("dine_in") &&
      banner(t("table.banner", { table: launch.table }), { tone: "accent", iconName: "dine_in" }),
    state.notice && banner(state.notice, { iconName: "clock" }),
    isAnnounced && announcement && banner(announcement, { tone: "accent", iconName: "speaker" }),
    facts && banner(facts, { tone: "facts", iconName: "delivery" }),
  ];
  return html`<ul class="banners">${all}</ul>`;
}

export function toolbar() {
  const count = state.needs.size;
  return html`<div class="toolbar">
  <div class="search" role="search">
    ${icon("search")}
    <input id="search" type="search" enterkeyhint="search" autocomplete="off" spellcheck="false" value="${state.query}"
      aria-label="${t("search.label")}" placeholder="${t("search.hint")}" data-input="search" />
    ${
      state.query &&
      html`<button type="button" class="search-clear" data-action="clearSearch" aria-label="${t("search.clear")}">
      ${icon("close")}
    </button>`
    }
  </div>
  <a class="filter ${count > 0 ? "is-on" : ""}" href="${pageUrl({ page: "menu", filter: true })}"
    aria-label="${count > 0 ? t("filter.active", { count }) : t("filter")}">
    ${icon("filter")}<span class="filter-label" aria-hidden="true">${t("filter")}</span>
    ${count > 0 && html`<b aria-hidden="true">${count}</b>`}
  </a>
</div>`;
}
