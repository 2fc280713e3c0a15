/** The board's HTTP interface. */

import { once } from "../shared/once.js";
import { OfflineError, RefusedError, send } from "../shared/request.js";

/** @import { EditOutcome, MarksLeft, MenuDish, WantedEdit } from "../shared/types" */
/** @import { ActBody, Board, CashPeople, CashWish, CounterMenu, Outcomes, People, PersonWish, Press, RefundAnswer, RefundOffer, RefundWish, Stops, Ticket } from "./types" */

const TIMEOUT_MS = 8000;

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @param {string} key makes a repeat the same act
 * @returns {Promise<any>} the shapes are those of `api`
 */
async function call(method, path, body, key = "") {
  const isJson = body !== undefined && !(body instanceof Blob);
  const response = await send(`/api/board${path}`, {
    method,
    headers: { ...(isJson && { "Content-Type": "application/json" }), ...(key && { "Idempotency-Key": key }) },
    body: isJson ? JSON.stringify(body) : (body ?? null),
    timeout: TIMEOUT_MS,
  });
  let answer;
  try {
    answer = await response.json();
  } catch (error) {
    throw new OfflineError("no answer", { cause: error });
  }
  if (response.ok) return answer;
  if (response.status >= 500) throw new OfflineError(`status ${response.status}`);
  throw new RefusedError(response.status, answer);
}

/** @param {string} path @param {object} body @returns {Promise<any>} */
const act = (path, body) => once(`${path} ${JSON.stringify(body)}`, (key) => call("POST", path, body, key));

export const STREAM = "/api/board/stream";

export const api = {
  /** @type {() => Promise<Board>} */
  board: () => call("GET", ""),
  /** @type {() => Promise<CounterMenu>} */
  counterMenu: () => call("GET", "/menu"),
  /** @type {(acts: ActBody[]) => Promise<Outcomes>} */
  send: (acts) => call("POST", "/acts", { acts }),
  /** @type {(by: { code: string } | { token: string }) => Promise<{ ok: true }>} */
  pair: (by) => act("/pair", by),
  /** @type {(order: number, press: Press) => Promise<Board>} */
  press: (order, { path, body }) => act(`/orders/${order}/${path}`, body),
  /** @type {(wanted: { minutes: number, span?: number, mark: number }) => Promise<Board>} */
  busy: (wanted) => act("/busy", wanted),
  /** @type {(wanted: { type?: string, span: number | string }) => Promise<Board>} */
  pause: (wanted) => act("/pause", wanted),
  /** @type {(wanted: { id: number, span: number | string }) => Promise<Board>} */
  switchMode: (wanted) => act("/modes", wanted),
  /** @type {(printer: number, to: number) => Promise<Board>} */
  movePrinter: (printer, to) => act(`/printers/${printer}/move`, { to }),
  /** @type {(order: number, printer: number) => Promise<Board>} */
  printAt: (order, printer) => act(`/orders/${order}/print`, { printer, page: "ticket" }),
  /** @type {() => Promise<Stops>} */
  stops: () => call("GET", "/stops"),
  /** @type {(kind: "dish" | "option", wanted: { id: number, span: string }) => Promise<Stops>} */
  stop: (kind, wanted) => act(`/stops/${kind}`, wanted),
  /** @type {() => Promise<People>} */
  people: () => call("GET", "/people"),
  /** @type {(wish: PersonWish) => Promise<Board>} */
  setPerson: (wish) => act("/person", wish),
  /** @type {() => Promise<CashPeople>} */
  cash: () => call("GET", "/cash"),
  /** @type {(wish: CashWish) => Promise<{ agrees: boolean }>} */
  handIn: (wish) => act("/cash", wish),
  /** @type {(order: number) => Promise<RefundOffer>} */
  refunds: (order) => call("GET", `/orders/${order}/refunds`),
  /** @type {(order: number, wish: RefundWish) => Promise<RefundAnswer>} */
  refund: (order, wish) => act(`/orders/${order}/refunds`, wish),
  /** @type {() => Promise<MenuDish[]>} */
  menu: async () => {
    const headers = {};
    const response = await send("/api/products?locale=uk", { method: "GET", headers, body: null, timeout: TIMEOUT_MS });
    if (!response.ok) throw new OfflineError(`status ${response.status}`);
    return response.json();
  },
  /** @type {(order: number, wanted: WantedEdit) => Promise<EditOutcome>} */
  previewEdit: (order, wanted) => call("POST", `/orders/${order}/edits`, { ...wanted, preview: true }),
  /** @type {(order: number, wanted: WantedEdit, isAgreed: boolean) => Promise<{ is_proposed: boolean, total: number }>} */
  edit: (order, wanted, isAgreed) => act(`/orders/${order}/edits`, { ...wanted, is_agreed: isAgreed }),
  /** @type {(order: number, staff: number | null) => Promise<Ticket>} */
  assign: (order, staff) => act(`/orders/${order}/courier`, { staff }),
  /** @type {(order: number, wanted: { mark: string, drink?: string, ingredient?: string }) => Promise<MarksLeft>} */
  scanMark: (order, wanted) => act(`/orders/${order}/marks`, wanted),
  /** @type {(picture: Blob) => Promise<{ text: string | null }>} */
  readCode: (picture) => call("POST", "/code", picture),
  /** @type {(order: number) => Promise<Ticket>} */
  ticket: (order) => call("GET", `/orders/${order}/ticket`),
};
