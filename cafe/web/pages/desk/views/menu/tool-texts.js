/** The texts of the pages beside the menu. */

import { addTexts } from "../../../shared/texts.js";
import { texts as en } from "../../texts/en/menu-tools.js";
import { texts as uk } from "../../texts/uk/menu-tools.js";

export const tool = addTexts({ uk, en });
