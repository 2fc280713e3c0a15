/** Line icons on a 24 by 24 field; decoration only, so hidden from screen readers. Pages add their own to those in common. */

import { html } from "./html.js";

export const COMMON_ICONS = {
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  close: "M6 6l12 12M18 6L6 18",
  back: "M15 5l-7 7 7 7",
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16.2 16.2L21 21",
  trash: "M5 7h14M10 4h4M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5",
  bag: "M6 8h12l1 12H5L6 8zM9 8V7a3 3 0 0 1 6 0v1",
  menu: "M5 9h11v5a5 5 0 0 1-5 5H10a5 5 0 0 1-5-5V9zM16 10h1.5a2.5 2.5 0 0 1 0 5H16M8 3v2.5M12 3v2.5",
  receipt: "M6 3h12v18l-3-2-3 2-3-2-3 2V3zM9 8h6M9 12h6",
  info: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v5M12 7.6v.1",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3.5 2",
  phone: "M6.5 3h3l1.5 4.5-2 1.5a12 12 0 0 0 6 6l1.5-2 4.5 1.5v3a2 2 0 0 1-2.2 2A17 17 0 0 1 4.5 5.2 2 2 0 0 1 6.5 3z",
  delivery:
    "M3 6h11v10H3V6zM14 9h4l3 4v3h-7V9zM7 15.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM17 15.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4z",
  dine_in: "M3 9h18M12 9v11M8 20h8M5 9l1-4h12l1 4",
  cash: "M3 6h18v12H3V6zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM6.5 12h.1M17.5 12h.1",
  card: "M3 6h18v12H3V6zM3 10h18M6.5 14.5h4",
  check: "M5 12.5l4.5 4.5L19 7.5",
  tag: "M4 4h8l8.5 8.5-8 8L4 12V4zM8 8v.1",
};

/** @param {string} path the lines, as SVG describes them */
export const drawIcon = (path) =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="${path}" /></svg>`;
