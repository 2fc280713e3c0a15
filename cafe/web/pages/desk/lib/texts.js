/** The texts that all views of the desk share. */

import { addTexts } from "../../shared/texts.js";
import { texts as en } from "../texts/en/common.js";
import { texts as enFields } from "../texts/en/fields.js";
import { texts as uk } from "../texts/uk/common.js";
import { texts as ukFields } from "../texts/uk/fields.js";

export const t = addTexts({ uk, en });
addTexts({ uk: ukFields, en: enFields });
