/** What was typed while the keyboard was in the other language. */

const LATIN_KEYS = "`qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const CYRILLIC_KEYS = "'йцукенгшщзхїфівапролджєячсмитьбю";
const RUSSIAN_LETTERS = /[ёъыэ]/g;
const RUSSIAN_KEYS = { ё: "'", ъ: "ї", ы: "і", э: "є" };

/**
 * The same keys in the other layout.
 * @param {string} text
 */
export function onOtherLayout(text) {
  const typed = text.toLowerCase().replace(RUSSIAN_LETTERS, (letter) => RUSSIAN_KEYS[/** @type {"ё"} */ (letter)]);
  const [from, to] = /[a-z]/.test(typed) ? [LATIN_KEYS, CYRILLIC_KEYS] : [CYRILLIC_KEYS, LATIN_KEYS];
  return [...typed].map((letter) => to[from.indexOf(letter)] ?? letter).join("");
}
