/** Shapes of the kitchen screen's modules. Read by the type checker only; never sent to a browser. */

import type { EditedOrder, OrderStatus, OrderType, PaymentMethod } from "../shared/types.d.ts";

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
  /** What only its choice makes it; absent where that is nothing. */
  diets?: { code: string; label: string }[];
}

/** What an order's money is told from. `refunded` in kopiykas. */
export interface Money {
  is_paid: boolean;
  /** Its sum is blocked on the guest's card, and taken once somebody accepts. */
  is_held?: true;
  payment_method: PaymentMethod | null;
  total: number;
  status?: OrderStatus;
  /** What the guest pays with, to be given change. */
  cash_change_for?: number | null;
  refunded?: number;
  /** What is still to be taken of a paid one that costs more since. */
  balance?: number;
}

/** Times in Unix seconds, `due` on the cafe's clock. */
export interface Order extends Money {
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
  /** Whether its last step asks how the guest paid; with `may_be_free` nothing may have been taken. */
  is_payment_asked: boolean;
  may_be_free?: true;
  can_step_back: boolean;
  lines: Line[];
  /** The act that made it, while the server does not have it. */
  sale?: string;
  /** Something that was done with it here is not sent yet. */
  is_unsent?: boolean;
}

/** What was done, as `POST /api/board/acts` takes it. About an order, or the one that the act `sale` makes. */
export interface ActBody {
  id: string;
  /** Unix seconds by this device's clock. */
  at: number;
  kind: "move" | "back" | "line" | "paid" | "sale";
  order?: number;
  sale?: string;
  seen?: OrderStatus;
  to?: OrderStatus;
  line?: number;
  is_done?: boolean;
  payment?: "cash" | "terminal";
  is_handed_out?: boolean;
}

/** A dish as it was sold; `price` of a piece with its choice. */
export interface SoldLine {
  product_id: number;
  category_id: number;
  name: string;
  quantity: number;
  price: number;
  options?: { id: number; quantity: number }[];
  note: string;
}

export interface SaleBody extends ActBody {
  kind: "sale";
  /** The tablet's own. */
  number: string;
  order_type: "dine_in" | "pickup";
  payment: "cash" | "terminal";
  percent: number;
  total: number;
  is_handed_out: boolean;
  lines: SoldLine[];
}

/** What became of an act: `expected` is what a sale comes to by the prices of now. */
export interface Outcome {
  id: string;
  outcome: "done" | "refused";
  error?: string;
  expected?: number;
  order?: ChangedOrder;
}

/** What `POST /api/board/acts` answers. */
export interface Outcomes {
  outcomes: Outcome[];
}

/** An act that waits here; one with an outcome waits to be read. `number` is its order's. */
export interface Act {
  seq: number;
  number: string;
  body: ActBody | SaleBody;
  /** It was sent once, and may be done already. */
  isTried?: true;
  outcome?: Outcome;
  /** The question to the server that came before its outcome: a later one knows of it. */
  since?: number;
}

export interface CounterOption {
  id: number;
  name: string;
  price_delta: number;
  is_default: boolean;
  max_quantity: number;
}

export interface CounterGroup {
  id: number;
  name: string;
  min: number;
  max: number;
  options: CounterOption[];
}

/** A dish before its choice. */
export interface CounterDish {
  id: number;
  name: string;
  price: number;
  category_id: number;
  stopped_until?: number;
  notes?: true;
  groups?: CounterGroup[];
}

/** A sale that is being made: what the guest has given, and the dish whose options are being chosen. */
export interface Selling {
  category: number;
  lines: SoldLine[];
  order_type: "dine_in" | "pickup";
  is_handed_out: boolean;
  given: number;
  choosing: { dish: CounterDish; pieces: Map<number, number>; note: string } | null;
  /** Once it is: what is still to be given to the guest. */
  sold: { number: string; total: number; rest: number } | null;
}

/** What `GET /api/board/menu` answers. */
export interface CounterMenu {
  catalogue: number;
  pickup_percent: number;
  categories: { name: string; dishes: CounterDish[] }[];
}

/** Of one type or all (null), until a time on the cafe's clock or until somebody resumes (null). */
export interface Pause {
  type: OrderType | null;
  until: string | null;
}

/** A dish or an option, and until when it is stopped; null: until it is offered again. */
export interface Stop {
  id: number;
  name: string;
  is_stopped: boolean;
  until: string | null;
}

/** A category's dishes, or a group's options. */
export interface StopGroup {
  name: string;
  items: Stop[];
}

/** What `GET /api/board/stops` answers. */
export interface Stops {
  catalogue: number;
  dishes: StopGroup[];
  options: StopGroup[];
}

/** `amounts`: the price of 1, 2, … pieces, in kopiykas. */
export interface OfferedLine {
  id: number;
  name: string;
  left: number;
  amounts: number[];
}

/** What can go back of an order, and whose PIN gives it back. */
export interface RefundOffer {
  seen: number;
  to_card: boolean;
  lines: OfferedLine[];
  delivery: number;
  people: Person[];
}

/** Somebody of the staff with a PIN. */
export interface Person {
  id: number;
  name: string;
}

/** What `GET /api/board/people` answers. */
export interface People {
  people: Person[];
}

/** Who works at this tablet from now on. */
export type PersonWish = { staff: number; pin: string } | { staff: null };

/** What `GET /api/board/cash` answers: who may have cash to hand in, and who may count it. */
export interface CashPeople extends People {
  couriers: Person[];
}

/** What `courier` hands in, counted by `staff`. */
export interface CashWish {
  courier: number;
  counted: number;
  staff: number;
  pin: string;
}

export interface RefundWish {
  seen: number;
  lines: { id: number; quantity: number }[];
  delivery: boolean;
  reason: string;
  staff: number;
  pin: string;
}

export interface RefundAnswer {
  refund: { amount: number; state: string; way: "provider" | "cabinet" | "person" };
}

/** Moments on the cafe's clock; `until` null: nobody knows. */
export interface Disruption {
  kind: "air_alert" | "power_cut";
  from: string;
  until: string | null;
}

/** What `GET /api/board` answers. */
export interface Board {
  version: string;
  /** The version of the page that belongs to the service. */
  page: string;
  now: number;
  device: string;
  device_id: number;
  /** Who works here, if somebody said so. */
  person?: string;
  cafe_name: string;
  /** Another one whenever the menu, its stops or the settings change. */
  catalogue: number;
  busy: { minutes: number; until: string | null; mark: number };
  pauses: Pause[];
  /** The modes of the menu, if there are any. */
  modes?: Mode[];
  /** The air alert and the power cut that are in force, if any. */
  disruptions?: Disruption[];
  categories: { id: number; name: string }[];
  orders: Order[];
  pieces: { name: string; quantity: number; category_id: number | null }[];
  /** Open orders that are not among `orders`. */
  left_out: number;
  done: Order[];
  /** The cafe's printers, if it has any. */
  printers?: Printer[];
}

/** A mode of the menu; `until` in Unix seconds, null: no end is known, or it is off. */
export interface Mode {
  id: number;
  name: string;
  is_on: boolean;
  until: number | null;
}

/** A printer; `late` pages should be on its paper by now. */
export interface Printer {
  id: number;
  name: string;
  works: boolean;
  late?: number;
  why?: string | null;
  numbers?: string[];
}

/** Where an order stands after a press that changed nothing. */
export interface ChangedOrder {
  id: number;
  number: string;
  order_type: OrderType;
  status: OrderStatus;
  actor: string;
}

export interface Ticket extends Money {
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
  map_url?: string;
  zone?: string;
  /** Who brings it, or brought it. */
  courier?: { id: number; name: string; state: string | null };
  /** Who is on shift and may be given it; `carries` is how many orders they have. */
  couriers?: { id: number; name: string; carries: number }[];
  address_comment: string;
  lines: Pick<Line, "name" | "quantity" | "note" | "allergens" | "diets">[];
  /** What was changed after it was placed, in words. */
  changes?: string[];
  /** A change that waits for the guest's answer. */
  proposal?: { number: number; text: string; total_before: number; total: number };
  /** While it may be changed. */
  edit?: Omit<EditedOrder, "id" | "number">;
}

/** A press on an order: where it goes, what it says. */
export interface Press {
  path: string;
  body: Record<string, unknown>;
}

export interface State {
  phase: "loading" | "pairing" | "board";
  /** With what was done here since. */
  board: Board | null;
  /** As the server has it. */
  read: Board | null;
  /** Acts that the server does not have, and those whose outcome nobody has read. */
  acts: Act[];
  told: Act[];
  /** Those that the server has, but not yet the board that was read. */
  sent: Act[];
  /** Since when there is no network, in Unix seconds by the server's clock; null: there is. */
  aloneSince: number | null;
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
  pairError: TextId | null;
}
