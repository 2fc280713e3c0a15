/** What a search says of diets: 'лате без лактози', 'gluten-free', 'веганське'. Only what the cafe has said counts. */

/** @import { Ask } from "../types" */

/** @type {[RegExp, Ask][]} */
const WITHOUT_WORDS = [
  [/^(?:глют|злак|пшени|борошн|gluten|wheat)/, { diet: "gluten_free", without: ["gluten"] }],
  [/^(?:лакто|lactose)/, { diet: "lactose_free", without: ["milk"] }],
  [/^(?:молок|молоч|milk|dairy)/, { without: ["milk"] }],
  [/^(?:яйц|яєць|яєч|egg)/, { without: ["eggs"] }],
  [/^(?:горіх|nut)/, { without: ["nuts", "peanuts"] }],
  [/^(?:арахіс|peanut)/, { without: ["peanuts"] }],
  [/^(?:со[їяєю]|soy)/, { without: ["soy"] }],
  [/^(?:риб|fish)/, { without: ["fish"] }],
  [/^(?:морепродукт|seafood)/, { without: ["fish", "crustaceans", "molluscs"] }],
  [/^(?:кунжут|sesame)/, { without: ["sesame"] }],
  [/^(?:селер|celery)/, { without: ["celery"] }],
  [/^(?:гірчи|mustard)/, { without: ["mustard"] }],
];
const WITHOUT = /(?:^|\s)(?:без\s*|no\s+|without\s+)(\p{L}+)|(\p{L}+)(?:-|\s)free(?=\s|$)/giu;
/** @type {[RegExp, string][]} */
const DIETS = [
  [/(?:^|\s)(?:вегетар|vegetar)\p{L}*/giu, "vegetarian"],
  [/(?:^|\s)(?:веган|vegan|пісн)\p{L}*/giu, "vegan"],
];

/**
 * What a query asks for, and its other words.
 * @param {string} query
 */
export function asksOf(query) {
  /** @type {Ask[]} */
  const asks = [];
  let rest = query.replace(WITHOUT, (text, after = "", before = "") => {
    const ask = WITHOUT_WORDS.find(([words]) => words.test((after || before).toLowerCase()))?.[1];
    if (ask) asks.push(ask);
    return ask ? " " : text;
  });
  for (const [words, diet] of DIETS) {
    rest = rest.replace(words, () => {
      asks.push({ diet });
      return " ";
    });
  }
  return { asks, rest: rest.trim() };
}
