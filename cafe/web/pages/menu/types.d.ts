/**
 * Shapes that the mini-app's modules share: what the HTTP interface sends (docs/openapi.yaml), and the page's state. Read by
 * the type checker only; never sent to a browser.
 */

import type { AccentColors, Locale, OrderStatus, OrderType, PaymentMethod } from "../shared/types.d.ts";
import type { Cart, CartLine, Category, Choice, Product, SoldOut, Suggestions } from "./menu-types.d.ts";
import type { CheckoutResult, EditOutcome, FollowWays, OrderDetails, WantedEdit } from "./order-types.d.ts";

export type {
  Allergen,
  Cart,
  CartLine,
  Category,
  Choice,
  ChosenOption,
  Diet,
  Option,
  OptionGroup,
  Product,
  SoldOut,
  Suggestions,
} from "./menu-types.d.ts";
export type { Bar, IconName, Screen, TextId } from "./screen-types.d.ts";

// The HTTP interface. Money is in whole UAH.

export interface PublicSettings {
  cafe_name: string;
  logo_url: string;
  phone: string | null;
  address: string | null;
  work_hours_from: string;
  work_hours_to: string;
  is_open: boolean;
  instagram_url: string | null;
  maps_url: string | null;
  delivery_fee: number;
  free_delivery_threshold: number;
  min_delivery_order_amount: number;
  pickup_discount_percent: number;
  force_closed: boolean;
  force_closed_message: string;
  announcement_enabled: boolean;
  announcement_message: string;
  theme: AccentColors;
  has_active_promos: boolean;
  /** Where most guests live. */
  city?: string;
  /** Where orders are brought to; absent: the cafe does not say. */
  delivery_towns?: string[];
  /** The cafe's tables; absent: it has no list of them. */
  tables?: string[];
  /** Only where the owner has switched something off for good: what is on. */
  order_types?: OrderType[];
  payments?: PaymentMethod[];
  /** What a table is asked for; absent: name and phone. */
  dine_in_asks?: ("name" | "phone")[];
  /** What the owner wants to be asked with an order. */
  checkout_questions?: Question[];
  /** Only where each day of the week has hours of its own. */
  schedule?: Schedule;
  /** The modes of the menu that are on, if any; a blank message: nothing to tell. */
  modes?: { id: number; name: string; message: string }[];
  /** Only during an air alert or a power cut: what is in force; `until` on the cafe's clock, null: nobody knows. */
  disruptions?: { kind: string; from: string; until: string | null; message: string; paused_types: OrderType[] }[];
  /** Only where delivery goes by zones: the preferred first. */
  zones?: Zone[];
}

/** Where delivery has terms of its own; sums in whole UAH. */
export interface Zone {
  id: number;
  name: string;
  fee: number;
  min_amount: number;
  free_from: number;
  extra_minutes: number;
  is_open: boolean;
}

/** In which zone an address or a place on the map is; `suggestions` are streets that may be meant. */
export interface ZoneAnswer {
  zone_id: number | null;
  by: "pin" | "street" | null;
  suggestions: string[];
}

/** Ranges are `HH:MM-HH:MM`; without any the day is closed. */
export interface Schedule {
  /** Monday to Sunday, in this order. */
  week: Record<string, string[]>;
  /** Today's and later ones. */
  special_days: { date: string; hours: string[]; message: string }[];
}

export interface Order {
  id: number;
  number: string;
  order_type: OrderType;
  status: OrderStatus;
  status_label: string;
  payment_method: PaymentMethod | null;
  payment_status: "unpaid" | "pending" | "paid";
  /** The sum is blocked on the card, and taken once the cafe accepts the order. */
  is_held?: true;
  items_total: number;
  delivery_fee: number;
  discount_amount: number;
  promo_code: string | null;
  promo_discount_amount: number;
  total: number;
  /** The delivery zone's name. */
  zone?: string;
  /** Who brings it, or brought it. */
  courier?: { name: string };
  /** How far the courier is, from when they set out. */
  delivery_state?: "on_way" | "at_door" | "nobody";
  /** The cafe's wall clock, without an offset. */
  created_at: string | null;
  pickup_time: string | null;
  /** The time that it was ordered for, as `promised_at`. */
  scheduled_for?: string;
  address_street: string | null;
  address_house: string | null;
  table_number: string | null;
  can_cancel: boolean;
  can_pay: boolean;
  /** What went back, in UAH, with kopiykas if there are any. */
  refunded_amount?: number;
  /** When the staff promised to have it ready, as `created_at` but to the minute. */
  promised_at?: string;
  /** When a delivery that is promised is at the door; only where the way has its minutes. */
  arrives_at?: string;
  /** Why the staff cancelled. */
  cancel_reason?: string;
  items: { name: string; quantity: number; price: number; note?: string | null }[];
  /** What was changed after it was placed, on the cafe's clock. */
  changes?: { at: string; text: string }[];
  /** In UAH: still to pay in person, though it is paid. */
  balance?: number;
}

/** When an order can be had: on the cafe's clock, soonest first; full ones included. */
export interface OfferedTimes {
  /** How long an order takes that is wanted as soon as possible. */
  asap_minutes: number;
  times: { at: string; is_full: boolean }[];
}

/** An address of an earlier order, with its zone if the cafe still has that. */
export type KnownAddress = Partial<Record<Exclude<DraftField, "zone_id">, string | null>> & { zone_id?: number };

export interface Prefill {
  name: string | null;
  phone: string | null;
  delivery: KnownAddress | null;
}

export interface Api {
  settings(locale: Locale): Promise<PublicSettings>;
  categories(locale: Locale): Promise<Category[]>;
  products(locale: Locale): Promise<Product[]>;
  suggestions(locale: Locale): Promise<Suggestions>;
  cart(): Promise<Cart>;
  addToCart(choice: Choice, quantity: number): Promise<Cart>;
  changeLine(line: CartLine, changes: Partial<Choice> & { quantity: number }): Promise<Cart>;
  removeFromCart(line: CartLine): Promise<Cart>;
  clearCart(): Promise<Cart>;
  checkPromo(code: string): Promise<{ code: string; discount_percent: number }>;
  prefill(): Promise<Prefill>;
  times(type: OrderType, zone: number | null): Promise<OfferedTimes>;
  findZone(place: Record<string, string>): Promise<ZoneAnswer>;
  placeOrder(type: OrderType, form: OrderForm, key: string): Promise<CheckoutResult>;
  paymentStatus(order: number): Promise<{ paid: boolean }>;
  track(token: string): Promise<Order>;
  followWays(): Promise<FollowWays>;
  subscribe(order: number, subscription: PushSubscriptionJSON & { locale: Locale }): Promise<{ subscribed: boolean }>;
  unsubscribe(order: number): Promise<{ subscribed: boolean }>;
  orders(): Promise<Order[]>;
  orderDetails(order: number): Promise<OrderDetails>;
  writeToCourier(order: number, text: string): Promise<OrderDetails>;
  cancel(order: number): Promise<Order>;
  previewEdit(order: number, wanted: WantedEdit): Promise<EditOutcome>;
  editOrder(order: number, wanted: WantedEdit & { expected_total: number }): Promise<{ total: number }>;
  answerEdit(order: number, number: number, agrees: boolean): Promise<{ total: number }>;
  repeat(order: number): Promise<{ cart: Cart; skipped: string[] }>;
  payInCash(order: number): Promise<Order>;
  pay(order: number): Promise<{ pay_url: string | null; app_url?: string }>;
  forget(): Promise<{ forgotten: number }>;
  setLocale(locale: Locale): Promise<{ locale: Locale }>;
}

export interface RequestOptions {
  body?: unknown;
  /** The idempotency key. */
  key?: string;
}

/** What the answers' headers tell, and that something is written. */
export interface ResponseListeners {
  session(trouble: "expired" | "invalid"): void;
  locale(locale: Locale): void;
  settings(more: Partial<State>): void;
  /** Milliseconds since 1970; 0: it has just come. */
  kept(name: string, at: number): void;
  writing(): void;
}

// The order form.

export type DraftField =
  | "name"
  | "phone"
  | "address_city"
  | "address_street"
  | "address_house"
  | "address_apartment"
  | "address_comment"
  | "pickup_time"
  | "scheduled_for"
  | "table_number"
  | "cash_change_for"
  | "promo_code"
  | "cutlery"
  | "no_call"
  | "adult"
  | "zone_id"
  | "lat"
  | "lon";

/** The half-filled form. */
export type Draft = Record<DraftField, string> & {
  type: OrderType;
  payment_method: PaymentMethod;
  /** Blank: on the bank's page. */
  pays_in_app: string;
};

/** What the owner may want to be asked with an order. */
export type Question = "cutlery" | "no_call" | "adult";

/** Texts that are sent as they are. */
export type FormField = Exclude<DraftField, "cash_change_for" | Question>;

/** What is sent to place an order. */
export type OrderForm = Partial<Record<FormField, string>> & {
  payment_method: PaymentMethod;
  answers?: Partial<Record<Question, boolean>>;
  cash_change_for?: number | string;
  /** What the person saw, in whole UAH. */
  expected_total?: number;
};

/** Messages by field; `form` stands for the form as a whole. */
export type FormErrors = Partial<Record<DraftField | "type" | "payment_method" | "promo" | "form", string>>;

/** An order on its way, kept until its answer has come. */
export interface OrderAttempt {
  key: string;
  type: OrderType;
  form: OrderForm;
  /** Milliseconds since 1970. */
  at: number;
  /** Of a messenger, whose order it is. */
  owner?: number;
  /** It was never sent: only its guest's word sends it. */
  isHeld?: boolean;
}

/** An order that was placed on this device. */
export interface OwnOrder {
  id: number;
  token?: string | null;
  trackUrl?: string | null;
  payUrl?: string | null;
  payAt?: number;
  cardMessage?: string | null;
  triedToPay?: boolean;
  /** This browser is told what becomes of it. */
  isPushed?: boolean;
}

/** What an order costs. */
export interface PriceSummary {
  items: number;
  discount: number;
  promo: number;
  fee: number;
  /** What it costs at least, as long as the zone is not known. */
  feeFrom?: number;
  total: number;
}

/** What an order's price depends on, in whole UAH; the first four are a delivery's. */
export interface OrderTerms {
  fee: number;
  /** 0: never. */
  freeFrom: number;
  minimum: number;
  /** Whether the zone is known, where there are any. */
  isKnown: boolean;
  pickupPercent: number;
}

export interface OrderAmounts extends PriceSummary {
  missingForMinimum: number;
  missingForFreeDelivery: number;
}

// The page.

/** What a dish is to be, or to be without; either will do. */
export interface Ask {
  diet?: string;
  without?: string[];
}

/** Where the person is. */
export interface Route {
  page: "menu" | "cart" | "checkout" | "orders" | "order" | "track" | "cafe";
  order?: number;
  token?: string;
  /** Just placed. */
  isNew?: boolean;
  product?: number | null;
  /** The cart's line that the product's sheet changes; 0: the plain one. */
  line?: number | null;
  filter?: boolean;
}

export interface State {
  route: Route;
  /** Where to scroll after a step to another screen, until that is done. */
  arrival: { scroll: number } | null;
  settings: PublicSettings | null;
  timezone: string;
  /** Whether a bank takes cards here. */
  isCardOffered: boolean;
  /** How the bank's page can be paid: `card`, `apple`, `google`, `monobank`, `privat24`. */
  payWays: string[];
  /** Whether an order would be taken now, whatever the hours say. */
  areOrdersTaken: boolean;
  /** Where hours differ from day to day: when the cafe closes or opens next, `YYYY-MM-DDTHH:MM` on its clock, or `never`. */
  turnsAt: string;
  /** What the owner says of this day. */
  notice: string;
  /** Types of order that the staff have paused. */
  paused: string[];
  /** When those pauses end, as far as somebody knows: the header that says so. */
  pausedUntil: string;
  /** While the kitchen cannot keep up, the header that says so. */
  busy: string;
  /** The delivery zone of the address or the place on the map, as the server found it. */
  zone: number | null;
  /** What our own pictures' addresses have before the name: their version and a slash. */
  pictures: string;
  categories: Category[];
  products: Product[];
  productsById: Map<number, Product>;
  suggestions: Suggestions;
  /** Dishes that have run out. */
  soldOut: SoldOut[];
  /** Products' names and their categories' in the other language, for the search. */
  otherNames: Map<number, string>;
  loadFailed: boolean;
  /** When settings and menu came, in milliseconds since 1970, where there is no network for newer ones; else 0. */
  keptAt: number;
  /** The cart could not be read or changed for want of a network. */
  isOffline: boolean;
  sessionTrouble: "expired" | "invalid" | null;
  query: string;
  /** Codes of allergens to avoid, and of diets to keep. */
  needs: Set<string>;
  /** The server's cart; null until it has come. */
  cart: Cart | null;
  /** What happened to the cart without the person. */
  notices: string[];
  promo: { code: string; percent: number; message: string; isChecking: boolean };
  orders: Order[] | null;
  ordersFailed: boolean;
}

declare global {
  interface Window {
    /** What `first.js` has asked for, by path. */
    early?: Record<string, Promise<Response>>;
  }
}
