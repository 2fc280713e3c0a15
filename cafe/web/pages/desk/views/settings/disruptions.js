/** What air alerts and power cuts do, and the region that is asked for: choices that are not the core's. */

import { anyText } from "../../../shared/texts.js";
import { api } from "../../lib/api.js";
import { select } from "../../lib/fields.js";
import { t } from "../../lib/texts.js";

const EFFECTS = ["none", "line", "pause_delivery", "pause_all"];

/** @type {{ regions: { id: number, name: string }[], modes: { slug: string, name: string }[] }} */
const known = { regions: [], modes: [] };

export async function readDisruptionChoices() {
  const [regions, modes] = await Promise.all([api.get("/disruptions/regions"), api.get("/catalogue/modes")]);
  /** @type {{ id: number, name: string }[][]} */
  const [cities = [], ...oblasts] = regions.groups;
  const parts = oblasts.flatMap(([oblast, ...raions]) => [
    ...(oblast ? [oblast] : []),
    ...raions.map((raion) => ({ ...raion, name: `— ${raion.name}` })),
  ]);
  Object.assign(known, { regions: [...cities, ...parts], modes: modes.items });
}

/** @typedef {{ name: string, label: string, hint: string, value: string, error: string }} Options */

/** @param {Options} options */
export function effectField(options) {
  const modes = known.modes.map(({ slug, name }) => ({
    value: `mode:${slug}`,
    label: t("settings.effect.mode", { name }),
  }));
  const gone = options.value.startsWith("mode:") && !modes.some(({ value }) => value === options.value);
  const choices = [
    ...EFFECTS.map((value) => ({ value, label: anyText(`settings.effect.${value}`) })),
    ...modes,
    ...(gone ? [{ value: options.value, label: t("settings.effect.mode", { name: options.value.slice(5) }) }] : []),
  ];
  return select({ ...options, choices, change: "settings.choose" });
}

/** @param {Options} options */
export const regionField = (options) =>
  select({
    ...options,
    choices: [
      { value: "", label: t("settings.region.none") },
      ...known.regions.map(({ id, name }) => ({ value: String(id), label: name })),
    ],
    change: "settings.choose",
  });
