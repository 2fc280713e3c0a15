/** What the desk knows of printers. */

import { draw } from "../../../shared/drawing.js";
import { RefusedError } from "../../../shared/request.js";
import { api } from "../../lib/api.js";
import { tellFailure } from "../../lib/save.js";

/** @import { Problem } from "../../../shared/types" */
/** @import { Printer, PrinterJob, PrinterSettings } from "../../printer-types" */

/** @type {{ all: Printer[], dropped: PrinterJob[], categories: { id: number, name: string }[], locales: string[], edited: { id: number, settings: PrinterSettings, picture: string, page: string } | null, problems: Problem[], isBusy: boolean }} */
export const printers = {
  all: [],
  dropped: [],
  categories: [],
  locales: [],
  edited: null,
  problems: [],
  isBusy: false,
};

/** @param {any} answer */
const take = ({ printers: all, dropped = [], categories = [], locales = [] }) =>
  Object.assign(printers, { all, dropped, categories, locales });

export const readPrinters = async () => take(await api.get("/printers"));

/** @param {number} id */
export const findPrinter = (id) => printers.all.find((printer) => printer.id === id);

/**
 * @param {"post" | "patch" | "delete"} method
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<any>} the answer; null if it was refused
 */
export async function sendPrinter(method, path, body = {}) {
  if (printers.isBusy) return null;
  Object.assign(printers, { isBusy: true, problems: [] });
  draw();
  let answer = null;
  try {
    answer = method === "delete" ? await api.delete(`/printers${path}`) : await api[method](`/printers${path}`, body);
    take(answer);
  } catch (error) {
    if (error instanceof RefusedError && error.code === "invalid") printers.problems = error.problems;
    else tellFailure(error);
  }
  printers.isBusy = false;
  draw();
  return answer;
}
