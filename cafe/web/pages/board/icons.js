/** The icons of the board. */

import { COMMON_ICONS, drawIcon } from "../shared/icons.js";

const ICONS = {
  ...COMMON_ICONS,
  stations: "M4 5h7v6H4V5zM13 5h7v6h-7V5zM4 13h7v6H4v-6zM13 13h7v6h-7v-6z",
  undo: "M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  print: "M7 8V3h10v5M7 17H4v-7a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v7h-3M7 14h10v7H7v-7z",
  settings: "M4 7h10M18 7h2M4 17h2M10 17h10M16 4v6M8 14v6",
  note: "M12 4l9 16H3L12 4zM12 10v4M12 17v.1",
  pause: "M8 5v14M16 5v14",
  copy: "M9 9h11v11H9V9zM5 15H4V4h11v1",
  map: "M12 21c-4-5-6-8-6-11a6 6 0 0 1 12 0c0 3-2 6-6 11zM12 8a2 2 0 1 0 0 4 2 2 0 0 0 0-4z",
  mute: "M4 10v4h3l7 4V6l-7 4H4zM17 9.5l5 5M22 9.5l-5 5",
  person: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4 21c0-4 3-6 8-6s8 2 8 6",
  pickup: COMMON_ICONS.bag,
};

/** @param {keyof typeof ICONS} name */
export const icon = (name) => drawIcon(ICONS[name]);
