/** Shapes of the kitchen screen's modules. Read by the type checker only; never sent to a browser. */

import type { OrderStatus, OrderType, PaymentMethod } from "../shared/types.d.ts";

export type TextId = keyof typeof import("../../../locales/uk/pages/board.js").texts;

export type Section = "late" | "new" | "cooking" | "ready" | "later";

export interface Line {
  id: number;
  name: string;
  quantity: number;
  note: string;
  is_done: boolean;
  category_id: number | null;
  allergens: { code: string; label: string; emoji: string }[];
}

/** Times in Unix seconds, `due` on the cafe's clock. */
export interface Order {
  id: number;
  number: string;
  order_type: OrderType;
  status: OrderStatus;
  section: Section;
  next: OrderStatus | null;
  waits_since: number;
  due_at: number;
  due: string;
  is_promised: boolean;
  is_scheduled: boolean;
  table_number: string | null;
  name: string;
  is_paid: boolean;
  /** Its sum is blocked on the guest's card, and taken once somebody accepts. */
  is_held?: true;
  payment_method: PaymentMethod | null;
  total: number;
  can_step_back: boolean;
  lines: Line[];
}

/** What `GET /api/board` answers. */
export interface Board {
  version: string;
  /** The version of the page that belongs to the service. */
  page: string;
  now: number;
  device: string;
  cafe_name: string;
  busy: { minutes: number; until: string | null; mark: number };
  categories: { id: number; name: string }[];
  orders: Order[];
  pieces: { name: string; quantity: number; category_id: number | null }[];
  /** Open orders that are not among `orders`. */
  left_out: number;
  done: Order[];
}

/** Where an order stands after a press that changed nothing. */
export interface ChangedOrder {
  id: number;
  number: string;
  order_type: OrderType;
  status: OrderStatus;
  actor: string;
}

export interface Ticket {
  cafe_name: string;
  id: number;
  number: string;
  order_type: OrderType;
  created: string | null;
  due: string | null;
  table_number: string | null;
  name: string;
  phone: string;
  address: string;
  address_comment: string;
  lines: Pick<Line, "name" | "quantity" | "note" | "allergens">[];
  is_paid: boolean;
  /** Its sum is blocked on the guest's card, and taken once somebody accepts. */
  is_held?: true;
  payment_method: PaymentMethod | null;
  total: number;
  cash_change_for: number | null;
}

/** A press on an order: where it goes, what it says. */
export interface Press {
  path: string;
  body: Record<string, unknown>;
}

export interface State {
  phase: "loading" | "pairing" | "board";
  board: Board | null;
  /** When the board was read, on this device's running clock in milliseconds. */
  readAt: number;
  isLost: boolean;
  isShiftOn: boolean;
  isMute: boolean;
  /** Ids of the categories that are made here; none: all. */
  station: number[];
  isAutoPrinting: boolean;
  /** Orders whose press is under way. */
  pressed: Set<number>;
  /** Lines as they were just tapped, until the board says so itself. */
  tapped: Map<number, boolean>;
  /** Presses that did not get through, by order. */
  unsaved: Map<number, Press>;
  pairError: TextId | null;
}
