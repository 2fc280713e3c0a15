/**
 * A map to draw areas on: over a plain grid of kilometres, or over the pictures of a map if the owner names a source.
 * Everything that is drawn is also a text beside it, for those who cannot use a pointer.
 */

import { actions } from "../../../shared/delegate.js";
import { draw } from "../../../shared/drawing.js";
import { html, safeUrl } from "../../../shared/html.js";
import { t } from "../../lib/texts.js";
import { rounded } from "./shapes.js";

/** @import { Renderable } from "../../../shared/types" */
/** @import { Corner, Polygon, Ring } from "./shapes.js" */

/** @typedef {{ x: number, y: number }} Point on the map, in its own units */
/** @typedef {{ rings: Ring[], polygons: Polygon[] }} Shapes */
/** @typedef {{ kind: "corner", shape: number, corner: number } | { kind: "centre" | "edge", shape: number } | { kind: "map" }} Grip */

const TILE = 256;
const CLOSEST = 18;
const FARTHEST = 4;
const USUAL_ZOOM = 12;
const UKRAINE = { lat: 48.6, lon: 31.2 };
const KM_PER_DEGREE = 111.195;
const STEPS_KM = [0.25, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500];
const LEAST_STEP = 45; // units between two lines
const FEWEST_CORNERS = 3;

const NARROW = matchMedia("(max-width: 700px)");
const GRIP = 9; // units across which a finger takes hold

/** The map's own units are about a pixel wide. */
const size = { width: 720, height: 480 };

const view = { ...UKRAINE, zoom: 6 };
/** @type {{ shapes: Shapes, change: (shapes: Shapes) => void } | null} */
let edited = null;
/** The corners of an area that is being drawn. @type {Polygon | null} */
let sketch = null;
/** @type {{ grip: Grip, last: Point } | null} */
let dragging = null;

const scale = () => TILE * 2 ** view.zoom;

/** @param {number} lat @param {number} lon @returns {Point} in the world, from its upper left */
function toWorld(lat, lon) {
  const sine = Math.sin((Math.max(-85, Math.min(85, lat)) * Math.PI) / 180);
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return { x: ((lon + 180) / 360) * scale(), y: y * scale() };
}

/** @param {Point} point @returns {Corner} */
function fromWorld({ x, y }) {
  const lat = (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / scale()))) * 180) / Math.PI;
  return [rounded(lat), rounded((x / scale()) * 360 - 180)];
}

function origin() {
  const { x, y } = toWorld(view.lat, view.lon);
  return { x: x - size.width / 2, y: y - size.height / 2 };
}

/** @param {number} lat @param {number} lon @returns {Point} */
function toMap(lat, lon) {
  const [world, start] = [toWorld(lat, lon), origin()];
  return { x: world.x - start.x, y: world.y - start.y };
}

/** @param {Point} point */
function fromMap({ x, y }) {
  const start = origin();
  return fromWorld({ x: x + start.x, y: y + start.y });
}

/** How many units a kilometre has here. @param {number} lat */
const unitsPerKm = (lat) => scale() / (360 * KM_PER_DEGREE * Math.cos((lat * Math.PI) / 180));

/** @param {Corner} one @param {Corner} other */
function kmBetween([lat, lon], [otherLat, otherLon]) {
  const east = (otherLon - lon) * Math.cos((((lat + otherLat) / 2) * Math.PI) / 180);
  return Math.hypot(otherLat - lat, east) * KM_PER_DEGREE;
}

/** Show all of these areas, or the country if there are none. @param {Shapes[]} all */
export function showAll(all) {
  sketch = null;
  Object.assign(size, NARROW.matches ? { width: 360, height: 360 } : { width: 720, height: 480 });
  const corners = all.flatMap(({ rings, polygons }) => [
    ...polygons.flat(),
    ...rings.flatMap(({ lat, lon, km }) => {
      const [north, east] = [km / KM_PER_DEGREE, km / KM_PER_DEGREE / Math.cos((lat * Math.PI) / 180)];
      return /** @type {Corner[]} */ ([
        [lat - north, lon - east],
        [lat + north, lon + east],
      ]);
    }),
  ]);
  if (corners.length === 0) return;
  const [lats, lons] = [corners.map(([lat]) => lat), corners.map(([, lon]) => lon)];
  const [south, north, west, east] = [Math.min(...lats), Math.max(...lats), Math.min(...lons), Math.max(...lons)];
  Object.assign(view, { lat: (south + north) / 2, lon: (west + east) / 2, zoom: CLOSEST });
  const fits = () => {
    const [start, end] = [toMap(north, west), toMap(south, east)];
    return start.x > 20 && start.y > 20 && end.x < size.width - 20 && end.y < size.height - 20;
  };
  while (view.zoom > FARTHEST && !fits()) view.zoom -= 0.5;
}

/** @param {number} lat @param {number} lon */
export function showPlace(lat, lon) {
  Object.assign(view, { lat, lon, zoom: Math.max(view.zoom, USUAL_ZOOM) });
}

/** A line each so many kilometres from the middle. */
function grid() {
  const unit = unitsPerKm(view.lat);
  const step = STEPS_KM.find((km) => km * unit >= LEAST_STEP) ?? 500;
  const distance = step * unit;
  const count = Math.ceil(size.width / 2 / distance);
  const at = Array.from({ length: 2 * count + 1 }, (_, number) => (number - count) * distance);
  return html`<g class="map-grid">${at.map(
    (by) => html`<line x1="${size.width / 2 + by}" y1="0" x2="${size.width / 2 + by}" y2="${size.height}"/>
      ${Math.abs(by) < size.height / 2 && html`<line x1="0" y1="${size.height / 2 + by}" x2="${size.width}" y2="${size.height / 2 + by}"/>`}`,
  )}<text x="${size.width / 2 + distance + 4}" y="${size.height - 8}">${t("zones.map.km", { km: step })}</text></g>`;
}

/** The pictures of a map. @param {string} template with `{z}`, `{x}` and `{y}` */
function tiles(template) {
  const zoom = Math.round(view.zoom);
  const side = TILE * 2 ** (view.zoom - zoom);
  const start = origin();
  const [left, top] = [Math.floor(start.x / side), Math.floor(start.y / side)];
  const most = 2 ** zoom;
  const images = [];
  for (let x = left; x * side < start.x + size.width; x += 1) {
    for (let y = top; y * side < start.y + size.height; y += 1) {
      if (x < 0 || y < 0 || x >= most || y >= most) continue;
      const url = template.replace("{z}", String(zoom)).replace("{x}", String(x)).replace("{y}", String(y));
      images.push(
        html`<image data-key="t-${zoom}-${x}-${y}" href="${safeUrl(url)}" x="${x * side - start.x}" y="${y * side - start.y}" width="${side + 0.5}" height="${side + 0.5}"/>`,
      );
    }
  }
  return html`<g>${images}</g>`;
}

/** @param {Polygon} polygon */
const points = (polygon) =>
  polygon
    .map(([lat, lon]) => toMap(lat, lon))
    .map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`)
    .join(" ");

/** @param {Ring} ring @returns {Corner} where the edge is gripped: to the east */
const edgeOf = ({ lat, lon, km }) => [lat, lon + km / KM_PER_DEGREE / Math.cos((lat * Math.PI) / 180)];

/** @param {Shapes} shapes @param {string} name */
const areas = (
  { rings, polygons },
  name,
) => html`${polygons.map((each) => html`<polygon class="${name}" points="${points(each)}"/>`)}
  ${rings.map((ring) => {
    const { x, y } = toMap(ring.lat, ring.lon);
    return html`<circle class="${name}" cx="${x}" cy="${y}" r="${ring.km * unitsPerKm(ring.lat)}"/>`;
  })}`;

/** @param {Corner} corner @param {Record<string, string | number>} data */
function gripView([lat, lon], data) {
  const { x, y } = toMap(lat, lon);
  return html`<circle class="map-grip" cx="${x}" cy="${y}" r="${GRIP}" data-kind="${data.kind ?? ""}" data-shape="${data.shape ?? 0}" data-corner="${data.corner ?? 0}"/>`;
}

/** @param {Shapes} shapes */
const grips = ({ rings, polygons }) =>
  html`${polygons.map((polygon, shape) =>
    polygon.map((corner, number) => gripView(corner, { kind: "corner", shape, corner: number })),
  )}${rings.map((ring, shape) => [
    gripView([ring.lat, ring.lon], { kind: "centre", shape }),
    gripView(edgeOf(ring), { kind: "edge", shape }),
  ])}`;

/**
 * The map with the areas of one zone, which may be changed, over those of the others.
 * @param {object} options
 * @param {Shapes} options.shapes
 * @param {Shapes[]} options.others
 * @param {string} options.tiles the source of the map's pictures; empty: a grid
 * @param {string} options.credit whose map it is
 * @param {(shapes: Shapes) => void} options.change
 * @returns {Renderable}
 */
export function mapView({ shapes, others, tiles: template, credit, change }) {
  edited = { shapes, change };
  return html`<div class="map-box" data-key="map">
    <svg class="zone-map ${sketch ? "is-drawing" : ""}" viewBox="0 0 ${size.width} ${size.height}" role="img" aria-label="${t("zones.map")}">
      ${template ? tiles(template) : grid()}
      ${others.map((each) => areas(each, "map-other"))}
      ${areas(shapes, "map-area")}
      ${sketch && html`<polyline class="map-sketch" points="${points(sketch)}"/>`}
      ${sketch ? sketch.map((corner) => gripView(corner, {})) : grips(shapes)}
    </svg>
    <div class="map-buttons">
      <button type="button" class="icon-button" data-action="map.zoom" data-by="1" aria-label="${t("zones.map.closer")}">+</button>
      <button type="button" class="icon-button" data-action="map.zoom" data-by="-1" aria-label="${t("zones.map.farther")}">−</button>
    </div>
    ${template && credit && html`<p class="map-credit">${credit}</p>`}
    <p class="toolbar-line">${
      sketch
        ? html`<button type="button" class="button small" data-action="map.finish">${t("zones.map.finish")}</button>
          <button type="button" class="button soft small" data-action="map.drop">${t("cancel")}</button>`
        : html`<button type="button" class="button soft small" data-action="map.sketch">${t("zones.map.area")}</button>
          <button type="button" class="button soft small" data-action="map.ring">${t("zones.map.ring")}</button>`
    }
      <button type="button" class="button soft small" data-action="map.here">${t("zones.map.here")}</button></p>
    <p class="field-hint">${t(sketch ? "zones.map.drawing" : "zones.map.hint")}</p></div>`;
}

/** Where a pointer is, in the map's units. @param {Element} svg @param {MouseEvent} event @returns {Point} */
function pointOf(svg, { clientX, clientY }) {
  const { left, top, width, height } = svg.getBoundingClientRect();
  return { x: ((clientX - left) / width) * size.width, y: ((clientY - top) / height) * size.height };
}

/** @param {Grip} grip @param {Corner} to */
function moved(grip, [lat, lon]) {
  if (!edited) return null;
  const { rings, polygons } = edited.shapes;
  if (grip.kind === "corner")
    return {
      rings,
      polygons: polygons.map((polygon, shape) =>
        shape === grip.shape
          ? polygon.map((corner, number) => (number === grip.corner ? /** @type {Corner} */ ([lat, lon]) : corner))
          : polygon,
      ),
    };
  if (grip.kind === "map") return null;
  return {
    polygons,
    rings: rings.map((ring, shape) => {
      if (shape !== grip.shape) return ring;
      if (grip.kind === "centre") return { ...ring, lat, lon };
      return { ...ring, km: Math.max(0.05, Number(kmBetween([ring.lat, ring.lon], [lat, lon]).toFixed(2))) };
    }),
  };
}

/** @param {PointerEvent} event */
function begin(event) {
  const target = /** @type {Element} */ (event.target);
  const svg = target.closest(".zone-map");
  if (!svg || event.button !== 0) return;
  const last = pointOf(svg, event);
  const { kind = "map", shape, corner } = target instanceof SVGElement ? target.dataset : {};
  const grip = /** @type {Grip} */ ({ kind: kind || "map", shape: Number(shape), corner: Number(corner) });
  dragging = { grip, last };
  svg.setPointerCapture(event.pointerId);
}

/** @param {PointerEvent} event */
function move(event) {
  const svg = document.querySelector(".zone-map");
  if (!dragging || !svg) return;
  const point = pointOf(svg, event);
  if (dragging.grip.kind === "map") {
    const [lat, lon] = fromMap({
      x: size.width / 2 + dragging.last.x - point.x,
      y: size.height / 2 + dragging.last.y - point.y,
    });
    Object.assign(view, { lat, lon });
  } else {
    const shapes = moved(dragging.grip, fromMap(point));
    if (shapes) edited?.change(shapes);
  }
  dragging.last = point;
  draw();
}

const CLICK = 4; // units that a finger may tremble
/** @type {Point | null} */
let pressed = null;

document.addEventListener("pointerdown", (event) => {
  begin(event);
  pressed = dragging ? dragging.last : null;
});
document.addEventListener("pointermove", move);
document.addEventListener("pointerup", (event) => {
  const svg = document.querySelector(".zone-map");
  const was = dragging;
  dragging = null;
  if (!was || !svg || !pressed || !sketch) return;
  const point = pointOf(svg, event);
  if (Math.hypot(point.x - pressed.x, point.y - pressed.y) > CLICK) return;
  sketch = [...sketch, fromMap(point)];
  draw();
});
document.addEventListener("pointercancel", () => {
  dragging = null;
});

actions["map.zoom"] = ({ dataset }) => {
  view.zoom = Math.max(FARTHEST, Math.min(CLOSEST, view.zoom + Number(dataset.by)));
  draw();
};
actions["map.sketch"] = () => {
  sketch = [];
  draw();
};
actions["map.drop"] = () => {
  sketch = null;
  draw();
};
actions["map.finish"] = () => {
  if (edited && sketch && sketch.length >= FEWEST_CORNERS) {
    const { rings, polygons } = edited.shapes;
    edited.change({ rings, polygons: [...polygons, sketch] });
  }
  sketch = null;
  draw();
};
actions["map.ring"] = () => {
  if (!edited) return;
  const { rings, polygons } = edited.shapes;
  view.zoom = Math.max(view.zoom, USUAL_ZOOM);
  edited.change({ polygons, rings: [...rings, { lat: rounded(view.lat), lon: rounded(view.lon), km: 2 }] });
  draw();
};
actions["map.here"] = () => {
  navigator.geolocation?.getCurrentPosition(({ coords }) => {
    showPlace(coords.latitude, coords.longitude);
    draw();
  });
};
