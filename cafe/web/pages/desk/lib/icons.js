/** The icons of the desk. */

import { COMMON_ICONS, drawIcon } from "../../shared/icons.js";

/** @import { IconName } from "../types" */

export const ICONS = {
  ...COMMON_ICONS,
  flag: "M5 21V4M5 4h13l-3 4.5 3 4.5H5",
  cash: "M3 7h18v10H3V7zM12 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM6 10v.01M18 14v.01",
  chart: "M4 20h16M7 16v-5M12 16V5M17 16v-8",
  box: "M4 8l8-4 8 4v8l-8 4-8-4V8zM4 8l8 4 8-4M12 12v8",
  people:
    "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20c0-3.3 2.7-5.5 6-5.5s6 2.2 6 5.5M16 4.4a3.5 3.5 0 0 1 0 6.3M17.5 14.8c2.1.8 3.5 2.6 3.5 5.2",
  team: "M4 5h16v14H4V5zM9 9a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM5.8 16.6c.5-1.5 1.7-2.3 3.2-2.3s2.7.8 3.2 2.3M15 10h3M15 13.5h3",
  send: "M21 4L3 11l6 2.5L11.5 20 21 4zM9 13.5l5-4",
  laptop: "M5 5h14v10H5V5zM2.5 19h19",
  tablet: "M7 3h10a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM11 18h2",
  key: "M8 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 12h9M18 12v3.5M15 12v2.5",
  link: "M10 14a4 4 0 0 1 0-5.6l3-3a4 4 0 0 1 5.6 5.6l-1.6 1.6M14 10a4 4 0 0 1 0 5.6l-3 3a4 4 0 0 1-5.6-5.6L7 11.4",
  settings: "M4 7h10M18 7h2M4 17h2M10 17h10M16 4.5v5M8 14.5v5",
  history: "M4 5v5h5M4.6 10A8 8 0 1 1 4 14M12 8v4.5l3 1.8",
  pulse: "M3 12h4l3-8 4 16 3-8h4",
  more: "M5 12v.1M12 12v.1M19 12v.1",
  bell: "M6 17V11a6 6 0 0 1 12 0v6l1.5 1.5h-15L6 17zM10 21h4",
  bellOff: "M6 17V11a6 6 0 0 1 12 0v6l1.5 1.5h-15L6 17zM10 21h4M4 4l16 16",
  next: "M9 5l7 7-7 7",
  up: "M5 15l7-7 7 7",
  down: "M5 9l7 7 7-7",
  undo: "M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  copy: "M9 9h11v11H9V9zM15 9V4H4v11h5",
  pencil: "M4 20l1-4.5L16.5 4l3.5 3.5L8.5 19 4 20zM14 6.5l3.5 3.5",
  drag: "M9 6v.1M15 6v.1M9 12v.1M15 12v.1M9 18v.1M15 18v.1",
  camera: "M4 8h4l1.5-2.5h5L16 8h4v11H4V8zM12 10.5a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  warning: "M12 4l9 16H3L12 4zM12 10v4M12 17v.1",
  download: "M12 4v11M7.5 10.5L12 15l4.5-4.5M5 19.5h14",
  upload: "M12 15V4M7.5 8.5L12 4l4.5 4.5M5 19.5h14",
  print: "M7 8V3h10v5M7 17H4v-7a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v7h-3M7 14h10v7H7v-7z",
  help: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9.3 9.6a2.7 2.7 0 1 1 4 2.4c-.9.5-1.3 1-1.3 1.9M12 17v.1",
  pause: "M8 5v14M16 5v14",
  external: "M13 5h6v6M19 5l-9 9M17 14v5H5V7h5",
  table: COMMON_ICONS.dine_in,
  pickup: COMMON_ICONS.bag,
};

/** @param {IconName} name */
export const icon = (name) => drawIcon(ICONS[name]);
