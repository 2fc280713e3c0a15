/** What the HTTP interface tells of an order to its owner alone (docs/openapi.yaml). */

import type { OrderStatus, PaymentMethod } from "../shared/types.d.ts";
import type { Order } from "./types.d.ts";

/** What a placed order is answered with. */
export interface CheckoutResult {
  order_id: number;
  order_number: string;
  total: number;
  payment_method: PaymentMethod;
  pay_url: string | null;
  /** Opens the payment in the bank's app; comes as a header, where the bank gave one. */
  app_url?: string;
  card_unavailable_message: string | null;
  track_url: string | null;
}

/** What only the owner of an order is told; moments are `YYYY-MM-DDTHH:MM` on the cafe's clock. */
export interface OrderDetails {
  order: Order;
  /** Changes with what can change. */
  version: string;
  /** When it came to each of its statuses. */
  times: Partial<Record<OrderStatus, string>>;
  /** When it should be ready, while nobody has promised anything. */
  estimated_at: string | null;
  address_city: string | null;
  address_apartment: string | null;
  address_comment: string | null;
  /** What was answered to the owner's questions. */
  answers?: ("cutlery" | "no_cutlery" | "no_call" | "adult")[];
  cash_change_for: number | null;
  /** The bank refused the last card. */
  is_declined: boolean;
  /** On the cafe's clock; absent where nothing happens then. */
  pay_until?: string;
  /** What the cafe still has to give back, in UAH. */
  to_return: number;
  receipt_url: string | null;
  track_url: string | null;
  /** Why it cannot be made at its time as it was ordered; without dishes, orders of its type are not taken then. */
  prevented?: { modes: string[]; dishes: string[] };
  /** While somebody brings it; times as all here. */
  delivery?: {
    /** The digits to read out at the door. */
    code?: string;
    /** When the courier is at the door, if that is known. */
    from?: string;
    to?: string;
    is_late?: true;
    /** Where the courier was last, and where the guest's pin is. */
    place?: { lat: number; lon: number; at: string };
    home?: { lat: number; lon: number };
    words: { by: "guest" | "courier"; text: string; at: string }[];
    can_write: boolean;
  };
  /** While it may be changed: its lines, and the version that they are of. */
  edit?: {
    seen: number;
    lines: { id: number; product_id: number | null; name: string; quantity: number; price: number }[];
  };
  /** A change that the cafe proposes. */
  proposal?: { number: number; text: string; total_before: number; total: number };
}

/** A change that somebody wants. */
export interface WantedEdit {
  seen: number;
  lines: { id: number; quantity: number }[];
  add_cart: boolean;
}

/** What a change comes to, in UAH. */
export interface EditOutcome {
  changes: string;
  total_before: number;
  total: number;
  /** Still to pay in person. */
  balance: number;
  to_return: number;
}

/** How an order can be followed here. */
export interface FollowWays {
  /** The bot's name, where there is one that answers. */
  bot?: string;
  /** What browsers must know to be sent to, where they know push. */
  push_key?: string;
}
