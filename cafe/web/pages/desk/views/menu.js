/** The menu: the list of all dishes, and the pages that it leads to. */

import { anyText } from "../../shared/texts.js";
import { unstatedPage } from "./menu/allergens.js";
import { dishPage } from "./menu/dish.js";
import { filePage } from "./menu/file.js";
import { groupPage, groupsPage } from "./menu/groups.js";
import { listPage } from "./menu/list.js";
import { modesPage } from "./menu/modes.js";
import { photosPage } from "./menu/photos.js";
import { pricesPage } from "./menu/prices.js";
import { sheetPage } from "./menu/sheet.js";

/** @import { View } from "../types" */

/** @type {Record<string, View>} */
const PAGES = {
  dish: dishPage,
  groups: groupsPage,
  group: groupPage,
  modes: modesPage,
  prices: pricesPage,
  file: filePage,
  sheet: sheetPage,
  photos: photosPage,
  allergens: unstatedPage,
};

let page = listPage;

/** @type {View} */
export const view = {
  load([name = "", ...path], params) {
    const next = PAGES[name] ?? listPage;
    if (next !== page) page.leave?.();
    page = next;
    return page.load(path, params);
  },
  render: () => page.render(),
  title: () => page.title?.() ?? anyText("nav.menu"),
  get follows() {
    return page.follows;
  },
  get refresh() {
    return page.refresh;
  },
  isReading: () => page.isReading?.() ?? false,
  isDirty: () => page.isDirty?.() ?? false,
  leave: () => page.leave?.(),
};
