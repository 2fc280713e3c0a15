/** Line icons on a 24 by 24 field; decoration only, so hidden from screen readers. */

import { html } from "../shared/html.js";

const ICONS = {
  delivery:
    "M3 6h11v10H3V6zM14 9h4l3 4v3h-7V9zM7 15.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM17 15.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4z",
  pickup: "M6 8h12l1 12H5L6 8zM9 8V7a3 3 0 0 1 6 0v1",
  dine_in: "M3 9h18M12 9v11M8 20h8M5 9l1-4h12l1 4",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3.5 2",
  stations: "M4 5h7v6H4V5zM13 5h7v6h-7V5zM4 13h7v6H4v-6zM13 13h7v6h-7v-6z",
  check: "M5 12.5l4.5 4.5L19 7.5",
  undo: "M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  print: "M7 8V3h10v5M7 17H4v-7a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v7h-3M7 14h10v7H7v-7z",
  settings: "M4 7h10M18 7h2M4 17h2M10 17h10M16 4v6M8 14v6",
  note: "M12 4l9 16H3L12 4zM12 10v4M12 17v.1",
  close: "M6 6l12 12M18 6L6 18",
  mute: "M4 10v4h3l7 4V6l-7 4H4zM17 9.5l5 5M22 9.5l-5 5",
};

/** @param {keyof typeof ICONS} name */
export const icon = (name) =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="${ICONS[name]}" /></svg>`;
