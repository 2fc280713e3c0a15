/** Whether everything is in order, in English; what was found is worded by the server. */

/** @type {Record<keyof typeof import("../../../uk/pages/desk/checks.js").texts, import("../../../../web/pages/shared/types").Text>} */
export const texts = {
  "checks.about":
    "The same as the command “doctor” on the server. Banks and Telegram are asked each time, which may take ten seconds.",
  "checks.again": "Check again",
  "checks.good": "Everything is in order",
  "checks.failed": { one: "{count} thing does not work", other: "{count} things do not work" },
  "checks.warning": { one: "{count} thing to look at", other: "{count} things to look at" },
  "checks.state.ok": "In order",
  "checks.state.warning": "To look at",
  "checks.state.failed": "Does not work",
};
