/**
 * Shapes that the mini-app's modules share: what the HTTP interface sends (docs/openapi.yaml), and the page's state. Read by
 * the type checker only; never sent to a browser.
 */

import type { Markup } from "./assets/lib/html.js";
import type { texts } from "./assets/texts/uk.js";

// The HTTP interface. Money is in whole UAH.

export type Locale = "uk" | "en";
export type OrderType = "delivery" | "pickup" | "dine_in";
export type OrderStatus = "new" | "confirmed" | "cooking" | "ready" | "courier" | "completed" | "cancelled";
export type PaymentMethod = "cash" | "card";

export interface Category {
  id: number;
  name: string;
  slug: string;
  sort_order: number;
}

export interface Allergen {
  code: string;
  label: string;
  emoji: string;
}

export interface Option {
  id: number;
  name: string;
  /** Whole UAH, may be negative. */
  price_delta: number;
  is_default: boolean;
  is_available: boolean;
  max_quantity: number;
}

/** What is chosen for a dish; `min` and `max` count pieces. */
export interface OptionGroup {
  id: number;
  name: string;
  min: number;
  max: number;
  options: Option[];
}

export interface Product {
  id: number;
  category_id: number;
  name: string;
  description: string;
  weight: string;
  price: number;
  image_url: string;
  allergens: Allergen[];
  option_groups?: OptionGroup[];
  /** Whether it takes a line for the kitchen. */
  notes?: boolean;
}

export interface ChosenOption {
  id: number;
  quantity: number;
}

/** What the cart is asked for. Without `options` these are the product's defaults. */
export interface Choice {
  product_id: number;
  options?: ChosenOption[];
  note?: string;
}

export interface CartLine extends Choice {
  /** Absent where there is nothing to tell beyond the product: the plain line. */
  line_id?: number;
  /** What of the choice cannot be ordered now. */
  unavailable?: string[];
  name: string;
  weight: string;
  image_url: string;
  price: number;
  quantity: number;
  line_total: number;
}

export interface Cart {
  items: CartLine[];
  items_total: number;
  count: number;
}

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
}

export interface Order {
  id: number;
  number: string;
  order_type: OrderType;
  status: OrderStatus;
  status_label: string;
  payment_method: PaymentMethod | null;
  payment_status: "unpaid" | "paid";
  items_total: number;
  delivery_fee: number;
  discount_amount: number;
  promo_code: string | null;
  promo_discount_amount: number;
  total: number;
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
  /** When the staff promised to have it ready, as `created_at` but to the minute. */
  promised_at?: string;
  /** Why the staff cancelled. */
  cancel_reason?: string;
  items: { name: string; quantity: number; price: number; note?: string }[];
}

export interface CheckoutResult {
  order_id: number;
  order_number: string;
  total: number;
  payment_method: PaymentMethod;
  pay_url: string | null;
  card_unavailable_message: string | null;
  track_url: string | null;
}

/** When an order can be had: on the cafe's clock, soonest first; full ones included. */
export interface OfferedTimes {
  /** How long an order takes that is wanted as soon as possible. */
  asap_minutes: number;
  times: { at: string; is_full: boolean }[];
}

export interface Prefill {
  name: string | null;
  phone: string | null;
  delivery: Partial<Record<DraftField, string | null>> | null;
}

export interface ErrorBody {
  error?: string;
  message?: string;
  missing?: string[];
  total?: number;
}

export interface Api {
  settings(locale: Locale): Promise<PublicSettings>;
  categories(locale: Locale): Promise<Category[]>;
  products(locale: Locale): Promise<Product[]>;
  cart(): Promise<Cart>;
  addToCart(choice: Choice, quantity: number): Promise<Cart>;
  changeLine(line: CartLine, changes: Partial<Choice> & { quantity: number }): Promise<Cart>;
  removeFromCart(line: CartLine): Promise<Cart>;
  checkPromo(code: string): Promise<{ code: string; discount_percent: number }>;
  prefill(): Promise<Prefill>;
  times(type: OrderType): Promise<OfferedTimes>;
  placeOrder(type: OrderType, form: OrderForm, key: string): Promise<CheckoutResult>;
  paymentStatus(order: number): Promise<{ paid: boolean }>;
  track(token: string): Promise<Order>;
  orders(): Promise<Order[]>;
  cancel(order: number): Promise<Order>;
  repeat(order: number): Promise<{ cart: Cart; skipped: string[] }>;
  pay(order: number): Promise<{ pay_url: string | null }>;
  forget(): Promise<{ forgotten: number }>;
  setLocale(locale: Locale): Promise<{ locale: Locale }>;
}

export interface RequestOptions {
  body?: unknown;
  /** The idempotency key. */
  key?: string;
}

/** What the answers' headers tell. */
export interface ResponseListeners {
  session(trouble: "expired" | "invalid"): void;
  locale(locale: Locale): void;
  settings(more: Pick<State, "timezone" | "isCardOffered" | "paused" | "areOrdersTaken" | "pictures">): void;
  declined(isDeclined: boolean): void;
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
  | "promo_code";

/** The half-filled form. */
export type Draft = Record<DraftField, string> & { type: OrderType; payment_method: PaymentMethod };

/** What is sent to place an order. */
export type OrderForm = Partial<Record<Exclude<DraftField, "cash_change_for">, string>> & {
  payment_method: PaymentMethod;
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
}

/** What an order costs. */
export interface PriceSummary {
  items: number;
  discount: number;
  promo: number;
  fee: number;
  total: number;
}

export interface OrderAmounts extends PriceSummary {
  missingForMinimum: number;
  missingForFreeDelivery: number;
}

// The page.

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
  /** Whether an order would be taken now, whatever the hours say. */
  areOrdersTaken: boolean;
  /** Types of order that the staff have paused. */
  paused: string[];
  /** What our own pictures' addresses have before the name: their version and a slash. */
  pictures: string;
  categories: Category[];
  products: Product[];
  productsById: Map<number, Product>;
  /** Product names in the other language, for the search. */
  otherNames: Map<number, string>;
  loadFailed: boolean;
  sessionTrouble: "expired" | "invalid" | null;
  query: string;
  /** Codes of allergens to avoid. */
  avoided: Set<string>;
  /** The server's cart; null until it has come. */
  cart: Cart | null;
  /** What happened to the cart without the person. */
  notices: string[];
  promo: { code: string; percent: number; message: string; isChecking: boolean };
  orders: Order[] | null;
  ordersFailed: boolean;
}

/** The bar with the next step: a link or an action. */
export type Bar = { text: string; amount: string; count?: number; isBusy?: boolean } & (
  | { href: string; action?: undefined }
  | { action: string; href?: undefined }
);

export interface Screen {
  title(): string;
  view(): Renderable;
  /** Whether it is drawn only once the settings are there. */
  needsSettings?: boolean;
  bar?(): Bar | null;
  enter?(): void | Promise<void>;
  leave?(): void;
  /** Called after each drawing. */
  after?(): void;
}

/** What a template may hold. */
export type Renderable = Markup | string | number | false | null | undefined | Renderable[];

/** A method's type, so that an action may ask for the kind of element it stands at. */
type Action = { run(element: HTMLElement): unknown }["run"];
export type Actions = Record<string, Action>;

export type IconName = keyof typeof import("./assets/components.js").ICONS;

export type TextId = keyof typeof texts;
export type Texts = Record<TextId, string | Partial<Record<Intl.LDMLPluralRule, string>>>;

// Colours, as `#rrggbb`.

export interface AccentColors {
  accent: string;
  accent_2: string;
  accent_ink?: string;
}

export interface BaseColors {
  bg: string;
  card: string;
  sunken: string;
  text: string;
  muted: string;
}
