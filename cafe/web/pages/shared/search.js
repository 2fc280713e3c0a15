/** A forgiving search: words as they sound in either script, their beginnings, other endings, one slip of the finger. */

import { onOtherLayout } from "./layouts.js";

const CYRILLIC = "абвгґдеєёэжзиіїйыклмнопрстуфхцчшщюя";
const SOUNDS = "abvggdeeeejziiiiiklmnoprstufhzkssua";
const ENDING = /(?:k[aeiu]|ok|ami|[aeiou]m|[aeiu]s|[aeiou]|s)$/;
const LEAST_STEM = 3;
const LEAST_PART = 4; // shorter ones stand in the middle of too many words
const LEAST_WITH_SLIP = 5;

/**
 * The words of a text as they sound: without accents, apostrophes, doubled letters, and what the two scripts tell apart.
 * @param {string} text
 */
export const wordsOf = (text) =>
  text
    .toLowerCase()
    .replace(/[\u0430-\u0491]/g, (letter) => SOUNDS[CYRILLIC.indexOf(letter)] ?? "")
    .normalize("NFD")
    .replace(/[\u0300-\u036f'’ʼ`]/g, "")
    .replace(/c(?=h)|[cq]/g, "k")
    .replace(/y/g, "i")
    .replace(/w/g, "v")
    .replace(/(.)\1+/g, "$1")
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** @param {string} word */
const stem = (word) => {
  const short = word.replace(ENDING, "");
  return short.length < LEAST_STEM ? word : short;
};

/**
 * Whether a word begins with the asked one but for a letter that is another, missing, too many, or swapped with the next.
 * @param {string} word
 * @param {string} asked
 */
function isSlipOf(word, asked) {
  if (asked.length < LEAST_WITH_SLIP) return false;
  let same = 0;
  while (same < asked.length && asked[same] === word[same]) same += 1;
  const [here = "", next = ""] = asked.slice(same);
  return (
    word.startsWith(asked.slice(same + 1), same + 1) ||
    word.startsWith(asked.slice(same), same + 1) ||
    word.startsWith(asked.slice(same + 1), same) ||
    word.startsWith(next + here + asked.slice(same + 2), same)
  );
}

/**
 * From strict to lenient: no more is tried once something is found, so that 'late' is no part of 'chocolate'.
 * @type {((word: string, asked: string) => boolean)[]}
 */
const MATCHES = [
  (word, asked) => word.startsWith(asked) || stem(word) === stem(asked),
  (word, asked) => asked.length >= LEAST_PART && word.includes(asked),
  isSlipOf,
];

const LEAST_OTHERWISE_TYPED = 3;

/** @param {string} query */
function askedWords(query) {
  const words = wordsOf(query);
  const long = words.filter((word) => word.length > 1); // without 'з', 'і', 'a'
  return long.length > 0 ? long : words;
}

/**
 * A search over texts, each what is said of one thing; the answer tells for each of them whether it is found.
 * @param {string[]} texts
 * @returns {(query: string) => boolean[]}
 */
export function searchOver(texts) {
  const known = texts.map(wordsOf);
  return (query) => {
    const otherwise = askedWords(onOtherLayout(query));
    const queries = [askedWords(query), ...(otherwise.join("").length < LEAST_OTHERWISE_TYPED ? [] : [otherwise])];
    /** @type {boolean[]} */
    let found = [];
    for (let leniency = 1; leniency <= MATCHES.length && !found.includes(true); leniency += 1) {
      const tried = MATCHES.slice(0, leniency);
      const isIn = (/** @type {string[]} */ words, /** @type {string} */ one) =>
        words.some((word) => tried.some((matches) => matches(word, one)));
      for (const asked of queries) {
        if (!found.includes(true)) found = known.map((words) => asked.every((one) => isIn(words, one)));
      }
    }
    return found;
  };
}
