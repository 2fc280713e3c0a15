/** What the page remembers on this device; a browser that forbids storage gets memory for the visit instead. */

const PREFIX = "cafe.";

/**
 * Whether a stored value has the type of the fallback: an older version may have written it.
 * @param {unknown} value
 * @param {unknown} fallback
 */
const hasTypeOf = (value, fallback) =>
  fallback === null || (typeof value === typeof fallback && Array.isArray(value) === Array.isArray(fallback));

/** @param {"localStorage" | "sessionStorage"} name */
function findStorage(name) {
  try {
    const storage = window[name];
    storage.getItem(PREFIX);
    return storage;
  } catch {
    return null;
  }
}

/** @param {"localStorage" | "sessionStorage"} name */
function createStore(name) {
  const storage = findStorage(name);
  /** @type {Map<string, string>} */
  const memory = new Map();
  return {
    /**
     * @template T
     * @param {string} key
     * @param {T} fallback given when nothing usable is stored
     * @returns {T}
     */
    get(key, fallback) {
      try {
        const text = storage ? storage.getItem(PREFIX + key) : memory.get(key);
        const value = text ? JSON.parse(text) : null;
        return value !== null && hasTypeOf(value, fallback) ? value : fallback;
      } catch {
        return fallback;
      }
    },
    /**
     * @param {string} key
     * @param {unknown} value
     */
    set(key, value) {
      const text = JSON.stringify(value);
      try {
        if (storage) storage.setItem(PREFIX + key, text);
        else memory.set(key, text);
      } catch {
        memory.set(key, text); // the quota is used up: the visit goes on without
      }
    },
    clear() {
      memory.clear();
      for (const key of Object.keys(storage ?? {})) if (key.startsWith(PREFIX)) storage?.removeItem(key);
    },
    /** @param {string} key */
    remove(key) {
      memory.delete(key);
      try {
        storage?.removeItem(PREFIX + key);
      } catch {
        // nothing was stored
      }
    },
  };
}

export const localStore = createStore("localStorage");
export const sessionStore = createStore("sessionStorage");
