/** Areas of a zone as text: circles and corners that are typed, and GeoJSON that is pasted (pure). */

/** @typedef {{ lat: number, lon: number, km: number }} Ring */
/** @typedef {[number, number]} Corner latitude and longitude */
/** @typedef {Corner[]} Polygon */

const PRECISION = 6; // digits: ten centimetres

/** @param {number} degrees */
export const rounded = (degrees) => Number(degrees.toFixed(PRECISION));

/** @param {Polygon} polygon */
export const cornersText = (polygon) => polygon.map(([lat, lon]) => `${lat}, ${lon}`).join("\n");

/**
 * Read a corner from each line, `49.84, 24.03`; what cannot be read is left for the server to refuse.
 * @param {string} text
 * @returns {Polygon}
 */
export const readCorners = (text) =>
  text
    .split("\n")
    .filter((line) => line.trim())
    .map((line) => {
      const [lat = Number.NaN, lon = Number.NaN] = line.split(/[,;\s]+/).map(Number);
      return [lat, lon];
    });

/**
 * The outer borders of all areas in a GeoJSON text, of whatever kind; null if it is none.
 * @param {string} text
 * @returns {Polygon[] | null}
 */
export function readGeoJson(text) {
  try {
    const found = bordersIn(JSON.parse(text));
    return found.length > 0 ? found : null;
  } catch {
    return null; // not JSON, or of another shape
  }
}

/** @param {any} value a geometry, or what holds some @returns {Polygon[]} */
function bordersIn(value) {
  switch (value?.type) {
    case "FeatureCollection":
      return value.features.flatMap(bordersIn);
    case "Feature":
      return bordersIn(value.geometry);
    case "GeometryCollection":
      return value.geometries.flatMap(bordersIn);
    case "MultiPolygon":
      return value.coordinates.map(border);
    case "Polygon":
      return [border(value.coordinates)];
    default:
      return [];
  }
}

/** GeoJSON has the longitude first, and repeats the first corner. @param {number[][][]} rings @returns {Polygon} */
function border([outer = []]) {
  const corners = outer.map(
    ([lon = Number.NaN, lat = Number.NaN]) => /** @type {Corner} */ ([rounded(lat), rounded(lon)]),
  );
  const [first] = corners;
  const last = corners.at(-1);
  return first && last && first[0] === last[0] && first[1] === last[1] ? corners.slice(0, -1) : corners;
}
