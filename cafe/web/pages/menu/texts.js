/** The mini-app's texts, of which a visit loads one language. */

import { anyText } from "../shared/texts.js";

/** @import { TextValues } from "../shared/types" */
/** @import { TextId } from "./types" */

/** @type {(id: TextId, values?: TextValues) => string} */
export const t = anyText;

/**
 * A time of day within a sentence.
 * @param {string} time
 * @param {boolean} isTomorrow
 */
export const atTime = (time, isTomorrow) => t(isTomorrow ? "time.tomorrow" : "time.at", { time });
