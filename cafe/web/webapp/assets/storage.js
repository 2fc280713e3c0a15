/** What the page remembers on this device; a browser that forbids storage gets memory for the visit instead. */

/** Whether what was read has the expected shape: an older version may have written it. */
const fits = (value, otherwise) =>
  otherwise === null || (typeof value === typeof otherwise && Array.isArray(value) === Array.isArray(otherwise));

const wrap = (name) => {
  const memory = new Map();
  let area = null;
  try {
    area = window[name];
    area.getItem("cafe");
  } catch {
    area = null;
  }
  return {
    get(key, otherwise = null) {
      try {
        const text = area ? area.getItem(`cafe.${key}`) : memory.get(key);
        const value = text ? JSON.parse(text) : null;
        return value !== null && fits(value, otherwise) ? value : otherwise;
      } catch {
        return otherwise;
      }
    },
    set(key, value) {
      const text = JSON.stringify(value);
      try {
        if (area) area.setItem(`cafe.${key}`, text);
        else memory.set(key, text);
      } catch {
        memory.set(key, text); // the quota is used up: the visit goes on without
      }
    },
    drop(key) {
      memory.delete(key);
      try {
        area?.removeItem(`cafe.${key}`);
      } catch {
        // nothing was kept
      }
    },
  };
};

export const device = wrap("localStorage");
export const visit = wrap("sessionStorage");
