/** Where the guest had orders brought: kept on this device, offered for the next one. */

import { localStore } from "../shared/storage.js";
import { draft } from "./draft.js";
import { state } from "./state.js";

/** @import { DraftField, KnownAddress } from "./types" */

const OFFERED = 4;
const PARTS = /** @type {const} */ (["address_city", "address_street", "address_house", "address_apartment"]);

/** @typedef {Partial<Record<Exclude<DraftField, "zone_id">, string | null>>} Fields */

/**
 * By their words, the latest last; null once removed, for the server may name it again.
 * @type {Map<string, string[] | null>}
 */
const addresses = new Map(localStore.get("addresses", /** @type {[string, string[] | null][]} */ ([])));

/** @param {Fields} fields */
const partsIn = (fields) => PARTS.map((name) => fields[name]?.trim() ?? "");
/** @param {Fields} fields */
const wordsIn = (fields) => partsIn(fields).filter(Boolean).join(", ");

/**
 * @param {string} words
 * @param {string[] | null} parts
 */
function put(words, parts) {
  addresses.delete(words);
  addresses.set(words, parts);
  localStore.set("addresses", [...addresses]);
}

/** @param {Fields} fields */
export const rememberAddress = (fields) => put(wordsIn(fields), partsIn(fields));

export const forgetAddress = (words = "") => put(words, null);

/** Enter one of those that are offered. */
export function enterAddress(words = "") {
  const parts = addresses.get(words) ?? [];
  PARTS.forEach((name, index) => {
    draft[name] = parts[index] ?? "";
  });
}

const latest = () =>
  [...addresses]
    .filter(([, parts]) => parts)
    .slice(-OFFERED)
    .reverse();

/**
 * Fill an empty address with the last one, of those that the server knows and this device remembers.
 * @param {KnownAddress | null} told
 */
export function fillAddress(told) {
  if (told?.address_street && !addresses.has(wordsIn(told))) rememberAddress(told);
  if (latest()[0] && !draft.address_street && !document.activeElement?.id.startsWith("addr"))
    enterAddress(latest()[0]?.[0]);
}

/** The addresses to choose from; none if the only one stands in the form. */
export function offeredAddresses() {
  const entered = wordsIn(draft);
  const city = `${state.settings?.city}, `;
  const offered = latest().map(([words]) => ({ words, shown: words.replace(city, ""), isEntered: words === entered }));
  return offered.some(({ isEntered }) => !isEntered) ? offered : [];
}

/**
 * What was entered into a field before, each once.
 * @param {DraftField} name
 */
export function usedValues(name) {
  const at = /** @type {readonly string[]} */ (PARTS).indexOf(name);
  const values = [at === 0 && state.settings?.city, ...latest().map(([, parts]) => parts?.[at])];
  return at > 1 ? [] : [...new Set(values)].filter(Boolean);
}
