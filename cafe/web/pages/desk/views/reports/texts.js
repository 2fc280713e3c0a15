/** The texts of the reports. */

import { addTexts } from "../../../shared/texts.js";
import { texts as en } from "../../texts/en/reports.js";
import { texts as uk } from "../../texts/uk/reports.js";

export const t = addTexts({ uk, en });
