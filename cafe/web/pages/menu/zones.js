/** The zone that a delivery goes to, as far as it is known. */

import { draft } from "./draft.js";
import { state } from "./state.js";

/** By the address or the place on the map, else as it was chosen; null: not known, or the cafe has no zones. */
export const zoneId = () => state.zone ?? (Number(draft.zone_id) || null);
