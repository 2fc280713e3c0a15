/** What the server writes into scripts in the place of its name (`cafe/web/published.py`): lists that the core defines. */

import type { OrderStatus, OrderType, PaymentMethod } from "./types.d.ts";

declare global {
  const PUBLISHED: {
    ORDER_TYPES: OrderType[];
    /** Those that can be wanted for later. */
    SCHEDULABLE_TYPES: OrderType[];
    ORDER_STATUSES: OrderStatus[];
    /** The statuses that an order of a type passes through. */
    ORDER_STEPS: Record<OrderType, OrderStatus[]>;
    STATUSES_IN_THE_MAKING: OrderStatus[];
    FINAL_STATUSES: OrderStatus[];
    /** The areas that a role may work in. */
    RIGHTS: ("orders" | "refunds" | "menu" | "stock" | "reports" | "people" | "settings")[];
    /** The keys that each outside service needs. */
    CONNECTIONS: Record<string, string[]>;
    PAYMENT_METHODS: PaymentMethod[];
    /** The names that companies write, by those that are stored. */
    PROVIDERS: Record<string, string>;
    MARKS: ["new", "popular", "spicy", "vegetarian"];
    /** Diets in their order, each with the allergens that rule it out. */
    DIETS: Record<"vegan" | "vegetarian" | "gluten_free" | "lactose_free", string[]>;
    /** The diets that follow from one. */
    IMPLIED_DIETS: Record<string, string[]>;
    /** Minutes that the staff promise with one button. */
    READY_MINUTES: number[];
    /** Minutes that busy mode adds with one button. */
    BUSY_MINUTES: number[];
    CANCEL_REASONS: ["no-products", "closing", "no-answer", "guest-asked"];
    REFUND_REASONS: ["lack", "slip", "bad", "wish"];
    /** The one that may do most first. */
    ROLES: ["owner", "manager", "staff"];
    /** Each setting of a catalogue file by its name, English ones too. */
    SETTINGS: Record<string, { kind: "line" | "whole" | "flag" | "choice" | "several"; choices?: string[] }>;
    /** How long a guest's texts may be, in characters. */
    LINE_LENGTH: number;
    COMMENT_LENGTH: number;
    NOTE_LENGTH: number;
  };
}
