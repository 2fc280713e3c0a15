/** The zone of a delivery: asked of the server while the address is typed, or chosen, so that the fee is known early. */

import { money } from "../../shared/formats.js";
import { booleanAttribute, html } from "../../shared/html.js";
import { canFindPlace, findPlace } from "../../shared/telegram.js";
import { api } from "../api.js";
import { fieldError, icon } from "../components.js";
import { draft, saveDraft } from "../draft.js";
import { loadTimes } from "../offered-times.js";
import { loadedSettings, setState, state } from "../state.js";
import { t } from "../texts.js";
import { zoneId } from "../zones.js";

/** @import { DraftField, FormErrors, KnownAddress, Zone, ZoneAnswer } from "../types" */

const TYPING_MS = 400; // an address is asked about once somebody stops typing
const LOCATED_BY = /** @type {const} */ (["address_city", "address_street", "address_house"]);
/** @type {ZoneAnswer} */
const NO_ZONE = { zone_id: null, by: null, suggestions: [] };

let zoneAnswer = NO_ZONE;
let askedPlace = "";
let zoneTimer = 0;
/** Why the place on the map is of no use. */
let placeTrouble = "";

const offeredZones = () => loadedSettings().zones ?? [];
const isByZone = () => draft.type === "delivery" && offeredZones().length > 0;
const currentZone = () => offeredZones().find(({ id }) => id === zoneId());

export const isZoneMissing = () => isByZone() && !currentZone();

/** @param {ZoneAnswer} found */
function takeZone(found) {
  const before = zoneId();
  zoneAnswer = found;
  setState({ zone: found.zone_id });
  if (zoneId() !== before) loadTimes("delivery"); // the way is another one
}

/** Ask in which zone the address is, unless that has been asked. */
export async function askZone() {
  clearTimeout(zoneTimer);
  if (!isByZone()) return;
  const pin = draft.lat && { lat: draft.lat, lon: draft.lon };
  const place = { ...Object.fromEntries(LOCATED_BY.map((name) => [name, draft[name]])), ...pin };
  const words = JSON.stringify(place);
  if (words === askedPlace) return;
  askedPlace = words;
  const found = draft.address_street.trim() || pin ? await api.findZone(place).catch(() => null) : NO_ZONE;
  if (askedPlace !== words) return; // another address meanwhile
  if (found) takeZone(found);
  else askedPlace = ""; // without net; the order itself is checked in any case
}

/** Another address is in another zone than the one that was chosen. @param {DraftField} name */
export function followAddress(name) {
  if (!LOCATED_BY.some((each) => each === name)) return;
  if (name !== "address_house") draft.zone_id = "";
  clearTimeout(zoneTimer);
  zoneTimer = setTimeout(askZone, TYPING_MS);
}

/** The zone of the last order, if it goes to the same address. @param {KnownAddress | null} last */
export function prefillZone(last) {
  const isSame = last && LOCATED_BY.every((name) => (last[name] ?? "") === draft[name]);
  if (isSame && last.zone_id && !draft.zone_id) draft.zone_id = String(last.zone_id);
}

/** @param {string} id */
export function chooseZone(id) {
  saveDraft({ zone_id: id });
  loadTimes("delivery");
  setState();
}

/** What was said of the place does not count for another address. */
export function forgetPlace() {
  placeTrouble = "";
  saveDraft({ zone_id: "", lat: "", lon: "" });
  setState({ zone: null });
  askZone();
}

/** @param {Zone} zone */
const zoneTerms = ({ fee, free_from: freeFrom }) =>
  [
    fee > 0 ? t("zone.fee", { amount: money(fee) }) : t("zone.free"),
    fee > 0 && freeFrom > 0 && t("zone.freeFrom", { amount: money(freeFrom) }),
  ]
    .filter(Boolean)
    .join(", ");

/** @param {Zone} zone */
const knownZone = (zone) => html`<p class="zone-known" role="status">${icon("delivery")}
    <span><b>${t("zone.known", { zone: zone.name })}</b> ${zoneTerms(zone)}${!zone.is_open && html`<br>${t("zone.closed")}`}</span>
    ${zoneAnswer.by === "pin" && html`<button type="button" class="link-button" data-action="forgetPin">${t("zone.notHere")}</button>`}</p>`;

const suggestedStreets = () => html`<p class="field-hint">${t("zone.meant")}</p>
  <div class="choices">${zoneAnswer.suggestions.map(
    (street) =>
      html`<button type="button" class="button soft small" data-action="useStreet" data-street="${street}">${street}</button>`,
  )}</div>`;

/** @param {FormErrors} errors */
const zoneChoice = (errors) => html`<div class="field" data-key="zone_id">
    <label for="zone_id">${t("zone.label")}</label>
    <select id="zone_id" name="zone_id" data-change="zone" aria-invalid="${errors.zone_id ? "true" : "false"}" aria-describedby="error-zone_id">
      ${!currentZone() && html`<option value="" selected disabled>${t("zone.choose")}</option>`}
      ${offeredZones().map(
        (zone) =>
          html`<option value="${zone.id}" ${booleanAttribute("selected", zone.id === zoneId())}>${zone.name}: ${zoneTerms(zone)}${!zone.is_open && `, ${t("zone.closed")}`}</option>`,
      )}
    </select>
  </div>`;

/** What delivery costs at this address, or the question where it is. @param {FormErrors} errors */
export function zoneField(errors) {
  if (!isByZone()) return null;
  const zone = currentZone();
  const isFound = zone && state.zone !== null;
  const isTyped = draft.address_street.trim() !== "" || errors.zone_id || zone;
  return html`<div class="zone" data-key="zone">
    ${isFound ? knownZone(zone) : [zoneAnswer.suggestions.length > 0 && suggestedStreets(), isTyped && zoneChoice(errors)]}
    ${fieldError("zone_id", errors.zone_id || placeTrouble)}
    ${canFindPlace() && zoneAnswer.by !== "pin" && html`<button type="button" class="button soft small" data-action="deliverHere">${icon("pin")}${t("zone.here")}</button>`}
  </div>`;
}

export const zoneActions = {
  useStreet(/** @type {HTMLElement} */ { dataset }) {
    const [street = "", town] = (dataset.street ?? "").split(": ").reverse();
    saveDraft({ address_street: street, zone_id: "", ...(town && { address_city: town }) });
    setState();
    askZone();
  },
  forgetPin: forgetPlace,
  async deliverHere() {
    const place = await findPlace();
    placeTrouble = place ? "" : t("zone.noPlace");
    if (place) {
      saveDraft({ lat: place.lat.toFixed(6), lon: place.lon.toFixed(6) });
      await askZone();
      if (zoneAnswer.by !== "pin") {
        placeTrouble = t("zone.outside");
        saveDraft({ lat: "", lon: "" });
      }
    }
    setState();
  },
};
