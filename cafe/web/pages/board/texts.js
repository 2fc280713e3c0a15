/** The board's texts. */

import { addTexts } from "../shared/texts.js";
import { texts as en } from "./texts/en.js";
import { texts as uk } from "./texts/uk.js";

export const t = addTexts({ uk, en });
