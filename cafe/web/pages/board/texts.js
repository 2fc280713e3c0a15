/** The board's texts. */

import { anyText } from "../shared/texts.js";

/** @import { TextValues } from "../shared/types" */
/** @import { TextId } from "./types" */

/** @type {(id: TextId, values?: TextValues) => string} */
export const t = anyText;
