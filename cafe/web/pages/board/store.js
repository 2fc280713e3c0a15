/**
 * What this tablet keeps in its browser's own database for the time without a network: the board, the counter's menu, and acts
 * that the server does not have yet. Where the browser forbids it, or the disk is full, they live as long as the page is open.
 */

/** @import { Act, Board, CounterMenu } from "./types" */

const NAME = "cafe.board";
const LONGEST_MS = 24 * 3600 * 1000; // an older board has nothing that is still due
const KEPT = "kept";
const ACTS = "acts";

/** @type {Promise<IDBDatabase | null> | null} */
let opening = null;
let salesHere = 0;
let lastInMemory = 1e9; // beyond what the database numbers

/** @returns {Promise<IDBDatabase | null>} */
const open = () =>
  new Promise((resolve) => {
    try {
      const request = indexedDB.open(NAME, 1);
      request.onupgradeneeded = () => {
        request.result.createObjectStore(KEPT);
        request.result.createObjectStore(ACTS, { keyPath: "seq", autoIncrement: true });
      };
      request.onerror = () => resolve(null);
      request.onsuccess = () => {
        request.result.onclose = () => {
          opening = null;
        };
        resolve(request.result);
      };
    } catch {
      resolve(null);
    }
  });

/**
 * @template T
 * @param {string} name
 * @param {(store: IDBObjectStore) => IDBRequest<T>} work
 * @param {IDBTransactionMode} mode
 * @returns {Promise<T | undefined>} once it is on the disk; undefined if it is not
 */
async function run(name, work, mode = "readwrite") {
  opening ??= open();
  const database = await opening;
  if (!database) return;
  return new Promise((resolve) => {
    const transaction = database.transaction(name, mode, { durability: "strict" });
    const request = work(transaction.objectStore(name));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => resolve(undefined);
  });
}

/** @param {"board" | "menu"} name @param {Board | CounterMenu} value */
export const keep = (name, value) => run(KEPT, (store) => store.put({ value, at: Date.now() }, name));

/** @param {"board" | "menu"} name @returns {Promise<{ value: any, at: number } | undefined>} and when it was kept */
const find = (name) => run(KEPT, (store) => store.get(name), "readonly");

/** @returns {Promise<CounterMenu | undefined>} */
export const findMenu = async () => (await find("menu"))?.value;

/** The last board, and how long ago that was. @returns {Promise<{ board: Board, age: number } | null>} */
export async function findBoard() {
  const kept = await find("board");
  if (!kept) return null;
  const age = Math.max(0, Date.now() - kept.at);
  return age < LONGEST_MS ? { board: kept.value, age } : null;
}

/** Nobody's orders stay on a tablet that is not the cafe's any more; what was done at it stays until somebody sends it. */
export async function forgetOrders() {
  await run(KEPT, (store) => store.delete("board"));
  await run(KEPT, (store) => store.delete("menu"));
}

/** How many sales this tablet has numbered. */
export async function countSale() {
  const before = await run(KEPT, (store) => {
    const request = store.get("sales");
    request.onsuccess = () => store.put((request.result ?? 0) + 1, "sales");
    return request;
  });
  salesHere = Math.max(salesHere, before ?? 0) + 1;
  return salesHere;
}

/** @returns {Promise<Act[]>} in the order in which they were done */
export const listActs = async () => (await run(ACTS, (store) => store.getAll(), "readonly")) ?? [];

/** @param {Omit<Act, "seq">} act @returns {Promise<Act>} */
export async function addAct(act) {
  const seq = await run(ACTS, (store) => store.add(act));
  if (seq !== undefined) return { ...act, seq: Number(seq) };
  lastInMemory += 1;
  return { ...act, seq: lastInMemory };
}

/** @param {Act} act */
export const changeAct = (act) => run(ACTS, (store) => store.put(act));

/** @param {Act} act */
export const dropAct = ({ seq }) => run(ACTS, (store) => store.delete(seq));
