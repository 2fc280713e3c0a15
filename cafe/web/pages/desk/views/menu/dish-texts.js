/** The texts of a dish's page, and of what recipes and lists look like there. */

import { addTexts } from "../../../shared/texts.js";
import { texts as en } from "../../texts/en/dish.js";
import { texts as uk } from "../../texts/uk/dish.js";

export const d = addTexts({ uk, en });
