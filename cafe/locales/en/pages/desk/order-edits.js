/** Changing orders, in English. */

/** @type {Record<keyof typeof import("../../../uk/pages/desk/order-edits.js").texts, import("../../../../web/pages/shared/types").Text>} */
export const texts = {
  "edit.begin": "Change the order",
  "edit.title": "Change {number}",
  "edit.less": "Fewer: {name}",
  "edit.more": "More: {name}",
  "edit.add": "Add a dish",
  "edit.zone": "Delivery zone",
  "edit.zone.none": "not known",
  "edit.take": "Add",
  "edit.hint": "Change a quantity, or add a dish.",
  "edit.total": "Total: {before} → {sum}",
  "edit.returns": "{sum} go back to the guest",
  "edit.balance": "To take at hand-over: {sum}",
  "edit.save": "Save",
  "edit.propose": "Ask the guest",
  "edit.agreed": "The guest has agreed",
  "edit.offline": "No connection. Nothing was changed.",
  "edit.changed": "changed: {changes}",
  "edit.proposed": "Waiting for the guest's answer: {changes} → {sum}",
  "edit.told.saved": "The order was changed",
  "edit.told.proposed": "The guest was asked. Until then the order is as it was",
};
