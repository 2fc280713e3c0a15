/** Two clicks are one act: a repeat of what runs, or was answered a moment ago, is the same; a new try has the same key. */

const SETTLE_MS = 700; // nobody means the same twice within it
const KEY_BYTES = 16;

/**
 * By all that makes two acts the same: those that run, and what came last before them, if it was done just now or got no answer.
 * @type {Map<unknown, { key: string, answer: Promise<any> | null, isRunning: boolean }>}
 */
const acts = new Map();

/** How many acts were done: whoever asks before and after knows whether one was. */
export const done = { count: 0 };

/** Where a page is not served over https, browsers have no other way. */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Do something under a key, by which the server knows a repeat.
 * @template T
 * @param {unknown} what all that makes two acts the same
 * @param {(key: string) => Promise<T>} act fails with an error that has a `status` if the server has refused
 * @returns {Promise<T>}
 */
export function once(what, act) {
  const known = acts.get(what);
  if (known?.answer) return known.answer;
  for (const [other, { isRunning }] of acts) if (!isRunning) acts.delete(other); // something else is done since
  const mine = { key: known?.key ?? newKey(), answer: /** @type {Promise<T> | null} */ (null), isRunning: true };
  acts.set(what, mine);
  const forget = () => acts.get(what) === mine && acts.delete(what);
  mine.answer = act(mine.key);
  mine.answer.then(
    () => {
      mine.isRunning = false;
      done.count += 1;
      setTimeout(forget, SETTLE_MS);
    },
    (error) => {
      Object.assign(mine, { isRunning: false, answer: null });
      if (error instanceof Error && "status" in error) forget();
    },
  );
  return mine.answer;
}
