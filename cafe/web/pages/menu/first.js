/**
 * Runs before anything is painted; the server writes it into the page. Asks for the menu in this guest's language, and hides
 * the page's own words from who chose another language, or what not to eat. No module: it declares nothing outside.
 */
{
  const root = document.documentElement;
  let language = root.lang;
  let avoided = "[]";
  let inTelegram = location.hash.includes("tgWebApp"); // what it asks says who asks: `launch.js` does
  try {
    language = JSON.parse(localStorage.getItem("cafe.locale") ?? "null") ?? language;
    avoided = localStorage.getItem("cafe.avoided") ?? avoided;
    inTelegram ||= sessionStorage.getItem("cafe.telegram") !== null;
  } catch {} // storage is forbidden, or holds nonsense: the page is as for a new guest
  const asked = new URLSearchParams(location.search).get("lang");
  if (asked && root.dataset.languages?.includes(`"${asked}"`)) language = asked;
  if (language !== root.lang || avoided !== "[]") root.className = "wordless";
  window.early = {};
  for (const name of inTelegram ? [] : ["settings", "categories", "products", "menu/suggestions"]) {
    const path = `${name}?locale=${language}`;
    const answer = fetch(`/api/${path}`);
    answer.catch(() => {}); // whoever takes it meets the failure
    window.early[path] = answer;
  }
}
