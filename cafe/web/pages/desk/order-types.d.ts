/** Shapes of orders and customers, as docs/openapi.yaml has them. Read by the type checker only. */

import type { EditedOrder } from "../shared/types.d.ts";

export interface ExactMoney {
  amount: string;
  currency: string;
}

/** An order in a list. Times are `YYYY-MM-DDTHH:MM` on the cafe's clock. */
export interface ListedOrder {
  id: number;
  number: string;
  created: string | null;
  order_type: "delivery" | "pickup" | "dine_in";
  status: string;
  status_label: string;
  payment_method: "cash" | "card" | null;
  payment_status: "unpaid" | "pending" | "paid";
  total: number;
  name: string;
  phone: string;
  source: "telegram" | "guest" | "walk_in" | "forgotten";
  scheduled: string | null;
  pickup_time: string | null;
  table_number: string | null;
  to_return: ExactMoney[];
  lines: { name: string; quantity: number }[];
}

export interface Step {
  status: string;
  label: string;
}

export interface OrderEvent {
  at: string;
  kind: string;
  actor: string;
  detail: string;
  status_label: string | null;
}

export interface OrderInvoice {
  at: string;
  provider: string;
  status: string;
  paid: ExactMoney | null;
  paid_at: string | null;
}

export interface OrderMessage {
  at: string;
  recipient: "staff" | "customer";
  kind: string;
  status: string | null;
  status_label: string | null;
  state: "queued" | "sent" | "closed" | "given_up";
  attempts: number;
  finished_at: string | null;
  error: string | null;
}

export interface OrderReceipt {
  at: string;
  state: "pending" | "done" | "refused" | "dropped";
  url: string | null;
  reason: string | null;
  finished_at: string | null;
}

export interface OrderReturn {
  at: string;
  money: ExactMoney;
  reason: string;
  returned_at: string | null;
  returned_by: string | null;
}

export interface OrderRefund {
  at: string;
  money: ExactMoney;
  state: "requested" | "asked" | "unknown" | "held" | "unclear" | "done" | "refused";
  way: "provider" | "cabinet" | "person";
  reason: string;
  actor: string;
  problem: string | null;
  finished_at: string | null;
}

/** A payment, or the rest of it. `provider` is null if it was made in person. */
export interface PaymentLeft {
  money: ExactMoney;
  provider: string | null;
}

export interface OfferedRefund {
  id: number;
  money: ExactMoney;
  state: OrderRefund["state"];
  way: OrderRefund["way"];
  reference: string;
  reason: string;
  actor: string;
  problem: string | null;
  lines: { id: number; quantity: number; name: string }[];
  has_delivery: boolean;
}

/** What of an order's money can go back, and what went back. `amounts` is what 1, 2, … pieces come to; `limit` in UAH. */
export interface RefundOffer {
  seen: number;
  limit: number | null;
  lines: { id: number; name: string; left: number; amounts: ExactMoney[] }[];
  delivery: ExactMoney | null;
  whole: PaymentLeft | null;
  debts: (PaymentLeft & { id: number })[];
  refunds: OfferedRefund[];
  may_refund: boolean;
}

/** An order with everything that is known of it. */
export interface Order extends Omit<ListedOrder, "lines"> {
  items_total: number;
  delivery_fee: number;
  discount_amount: number;
  promo_code: string | null;
  promo_discount_amount: number;
  cash_change_for: number | null;
  address: string;
  /** Where it can be printed; only where there are printers. */
  printers?: { id: number; name: string }[];
  /** The delivery zone, if there is one. */
  zone?: string;
  /** Where the guest's pin is. */
  map_url?: string;
  /** Who brings it, or brought it; then `state` is null. */
  courier?: { id: number; name: string; state: "taken" | "on_way" | "at_door" | "nobody" | null };
  address_comment: string | null;
  cancel_reason: string | null;
  rating?: { is_good: boolean; words: string };
  promised: string | null;
  due: string | null;
  username: string | null;
  customer: number | null;
  lines: { name: string; quantity: number; price: number; total: number; note: string }[];
  /** While it may be changed. */
  edit?: Omit<EditedOrder, "id" | "number">;
  changes?: { at: string; text: string; total: number }[];
  proposal?: { number: number; text: string; total_before: number; total: number };
  /** UAH still to take though it is paid. */
  balance?: number;
  acts: {
    next: Step | null;
    back: Step | null;
    is_payment_asked: boolean;
    may_be_free?: true;
    can_promise: boolean;
    can_cancel: boolean;
    /** Who is on shift and may be given a delivery; `carries` is how many orders they have. */
    couriers?: { id: number; name: string; carries: number }[];
    resend: ("status" | "receipt" | "card")[];
    resend_to: { chat: boolean; followers: number; browsers: number };
  };
  events: OrderEvent[];
  invoices: OrderInvoice[];
  messages: OrderMessage[];
  receipt: OrderReceipt | null;
  more_receipts?: OrderReceipt[];
  return_receipts: OrderReceipt[];
  refunds: OrderRefund[];
  returns: OrderReturn[];
}

export interface OrderSums {
  orders: number;
  cancelled: number;
  total: number;
  to_return: ExactMoney[];
}

export interface Customer {
  id: number;
  name: string;
  phone: string;
  usernames: string[];
  orders: number;
  completed: number;
  cancelled: number;
  spent: number;
  first_visit: string;
  last_visit: string;
  last_order: { id: number; number: string };
}
