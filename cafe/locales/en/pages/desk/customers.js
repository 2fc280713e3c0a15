/** Customers, in English. */

/** @type {Record<keyof typeof import("../../../uk/pages/desk/customers.js").texts, import("../../../../web/pages/shared/types").Text>} */
export const texts = {
  "customers.title": "Customers",
  "customers.about":
    "A customer is a phone number: all orders with it, from the website and Telegram. Nobody asks for phones at the counter.",
  "customers.searchLabel": "Name, phone or @name at Telegram",
  "customers.found": { one: "{count} customer", other: "{count} customers" },
  "customers.orders": { one: "{count} order", other: "{count} orders" },
  "customers.nothing": "Nobody found. Try another name or number.",
  "customers.empty": "There are no customers yet.",
  "customers.more": "Show more",
  "customers.back": "All customers",
  "customers.figure.orders": "Orders",
  "customers.figure.spent": "Spent",
  "customers.figure.cancelled": "Cancelled",
  "customers.figure.first": "First visit",
  "customers.figure.last": "Last visit",
  "customers.definition": "Spent: the totals of completed orders.",
  "customers.allOrders": "Show all orders",
  "customers.forgetTitle": "Forget this customer",
  "customers.forgetText":
    "Name, phone and addresses go from finished orders for good, and from open ones when they end. Amounts and items stay.",
  "customers.forget": "Forget",
  "customers.forgetAsk": "Forget {name}?",
  "customers.forgetYes": "Forget for good",
  "customers.forgotten": { one: "Data removed from {count} order", other: "Data removed from {count} orders" },
};
