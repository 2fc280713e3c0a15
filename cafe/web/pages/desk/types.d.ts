/** Shapes of the desk's modules. Read by the type checker only; never sent to a browser. */

import type { Renderable } from "../shared/types.d.ts";
import type { ExactMoney } from "./order-types.d.ts";

export type Role = "owner" | "manager" | "staff";
export type IconName = keyof typeof import("./lib/icons.js").ICONS;

/** An area that somebody may work in. */
export type Right = "orders" | "deliveries" | "refunds" | "cash" | "menu" | "stock" | "reports" | "people" | "settings";

/** A role that the cafe has made for itself. */
export interface OwnRole {
  id: number;
  name: string;
  rights: Right[];
}

/** What `GET /api/desk/session` answers; times in Unix seconds. */
export interface Session {
  id: number;
  staff_id: number;
  name: string;
  role: Role;
  has_telegram: boolean;
  has_passkey: boolean;
  rights: Right[];
  /** Of the cafe's own role, if they have one. */
  role_name?: string;
  cafe: string;
  expires_at: number;
  confirmed_until: number;
  /** How long texts may be, by tables and fields. */
  lengths: Record<string, Record<string, number>>;
}

/** What `POST /api/desk/session/code` answers. */
export interface SignInCode {
  code: string;
  secret: string;
  expires_at: number;
  bot: string | null;
  url: string | null;
}

/** A person of the staff, as `GET /api/desk/staff` tells. */
export interface StaffMember {
  id: number;
  name: string;
  role: Role;
  /** A role of the cafe's own, whose rights count. */
  role_id?: number;
  telegram_id: number | null;
  is_active: boolean;
  has_pin: boolean;
}

/** A tablet with the kitchen screen, as `GET /api/desk/devices` tells; times in Unix seconds. */
export interface Tablet {
  id: number;
  name: string;
  paired_at: number;
  seen_at: number;
}

/** What `POST /api/desk/devices/code` answers. */
export interface PairingCode {
  path: string;
  code: string;
  link: string;
  name: string;
  seconds: number;
}

/** What a check found, as `GET /api/desk/checks` tells, worded by the server. */
export interface Finding {
  check: string;
  state: "ok" | "warning" | "failed";
  name: string;
  text: string;
}

/** Where somebody is signed in, as `GET /api/desk/sessions` tells; times in Unix seconds. */
/** The keys of a service: where they are set, if they are. */
export interface ConnectionState {
  name: string;
  source: "environment" | "desk" | null;
  /** Whether they can still be decrypted. */
  is_readable: boolean;
}

/** A passkey of whoever is signed in; times in Unix seconds. */
export interface Passkey {
  id: string;
  agent: string;
  created_at: number;
  used_at: number | null;
}

export interface SignIn {
  id: number;
  staff_id: number;
  name: string;
  role: Role;
  agent: string;
  kind: "cookie" | "bearer";
  created_at: number;
  seen_at: number;
  expires_at: number;
  is_this: boolean;
}

/** A part of the desk. */
/** `orders`, `stock` and `day` change with what they stand for; `waiting` are orders that nobody has accepted, `newest` is an order's id. */
export interface News {
  orders: string;
  stock: string;
  day: string;
  waiting: number;
  newest: number;
}

export interface View {
  /** Fetch what is shown; `path` is what follows the view's name in the address. Called at each change of the address. */
  load(path: string[], params: URLSearchParams): void | Promise<void>;
  render(): Renderable;
  /** The heading, where it is not the section's name. */
  title?(): string;
  /** Of what happens in the cafe, what this view shows; it is read anew then. */
  follows?: (keyof News)[];
  refresh?(): Promise<unknown>;
  /** Whether somebody is in the middle of it, so that what is new had better wait. */
  isReading?(): boolean;
  /** Whether something is typed that would be lost. */
  isDirty?(): boolean;
  leave?(): void;
}

export interface Section {
  name: string;
  icon: IconName;
  /** Who sees it: whoever may work in one of these areas; everybody, where there are none. */
  areas: Right[];
  /** Whether it is in the navigation; always, where this is absent. */
  isShown?: () => boolean;
  /** Whether the desk opens on the next one instead. */
  isSkipped?: () => boolean;
  open: () => Promise<{ view: View }>;
}

/** Values by field, as in a catalogue file. */
export type Item = Record<string, unknown>;

/** A change of one item: `seen` null for a new one, `values` null to delete it. */
export interface Edit {
  table: string;
  key: string | null;
  seen: Item | null;
  values: Item | null;
}

/** A field that somebody else changed first; `field` is empty where the whole item is gone or there already. */
export interface Conflict {
  edit: number;
  field: string;
  seen: unknown;
  current: unknown;
  by: string;
  at: number | null;
}

export interface ChangedItem {
  table: string;
  key: string;
  name: string;
  before: Item | null;
  after: Item | null;
}

export interface Change {
  id: number;
  at: number;
  by: string;
  way: "desk" | "chat" | "screen" | "command" | "file";
  items: ChangedItem[];
  /** How many items it changed; `items` has the first of them. */
  count: number;
  undo_of: number | null;
  undone_by: number | null;
  may_undo: boolean;
}

/** Days, `YYYY-MM-DD`, both included. */
export interface ReportPeriod {
  from: string;
  to: string;
}

export interface ReportFigure {
  key: string;
  title: string;
  kind: "number" | "money";
  currency: string | null;
  value: number;
  /** Null where nothing is before. */
  before: number | null;
  note: string;
}

export interface ReportColumn {
  key: string;
  title: string;
  kind: "text" | "number" | "money" | "percent" | "day";
}

export type ReportRow = { key: string } & Record<string, string | number | null>;

export interface ReportTable {
  key: string;
  title: string;
  note: string;
  columns: ReportColumn[];
  rows: ReportRow[];
}

/** What `GET /api/desk/reports` answers. */
export interface Report extends ReportPeriod {
  before: ReportPeriod | null;
  today: string;
  is_over: boolean;
  figures: ReportFigure[];
  tables: ReportTable[];
}

/** What one side knows of a payment; exact sums. */
export interface PaymentSide {
  paid: ExactMoney;
  /** Null where the bank's list does not tell. */
  returned: ExactMoney | null;
}

export interface BankComparison {
  provider: "monobank" | "liqpay";
  began_at: number;
  /** Null: the bank never gave its list. */
  compared_at: number | null;
  /** Null: it gave its list when it was asked last. */
  failing_since: number | null;
  problem: string;
  since: number | null;
  payments: number;
  amount: ExactMoney;
  returned: ExactMoney;
  fee: ExactMoney | null;
}

export interface BankDifference {
  id: number;
  provider: BankComparison["provider"];
  invoice_id: string;
  kind: "unknown-here" | "unknown-there" | "other-sum";
  order: { id: number; number: string } | null;
  here: PaymentSide | null;
  there: PaymentSide | null;
  made_at: number;
  found_at: number;
}

/** What `GET /api/desk/statements` answers; moments in Unix seconds. */
export interface Statements {
  banks: BankComparison[];
  differences: BankDifference[];
  count: number;
}

export interface TableCode {
  name: string;
  address: string;
  svg: string;
}

/** What `GET /api/desk/tables` answers. */
export interface TableCodes {
  cafe_name: string;
  cafe_name_en: string;
  is_public: boolean;
  tables: TableCode[];
}

/** What the menu's list shows of a category. */
export interface MenuCategory {
  slug: string;
  name: string;
  name_en: string;
  sort_order: number;
  active: boolean;
  /** Ranges of the day; none: always. */
  available: string[];
}

/** What the menu's list shows of a dish; `stopped_until` in Unix seconds. */
export interface MenuDish {
  slug: string;
  category: string;
  name: string;
  name_en: string;
  price: number;
  image_url: string;
  sort_order: number;
  active: boolean;
  stopped_until: number;
  missing: ("translation" | "picture" | "allergens")[];
}

export interface MenuAllergen {
  code: string;
  name: string;
  name_en: string;
  emoji: string;
}

/** An option group that a dish offers, with what it narrows, and the diets that what is chosen there decides. */
export type OfferedGroup = string | { group: string; min?: number; max?: number; makes?: string[] };

/** A dish with everything, as an item of the catalogue. */
export interface Dish extends Item {
  slug: string;
  category: string;
  name: string;
  name_en: string;
  description: string;
  description_en: string;
  weight: string;
  weight_en: string;
  price: number | string;
  image_url: string;
  allergens: string[];
  /** Said to have none; else without any they are unknown. */
  no_allergens: boolean;
  marks: string[];
  diets: string[];
  active: boolean;
  notes: boolean;
  recipe: Record<string, number | string>;
  options: OfferedGroup[];
  available?: string[];
}

export interface GroupOption {
  slug: string;
  name: string;
  name_en: string;
  price_delta: number | string;
  default: boolean;
  max_quantity: number | string;
  active: boolean;
  recipe: Record<string, number | string>;
  /** What the dish has with it, and no longer has. */
  allergens: string[];
  without: string[];
  /** What it is by itself; absent where nothing is said. */
  diets?: string[];
}

export interface OptionGroup<Option = GroupOption> extends Item {
  slug: string;
  name: string;
  name_en: string;
  min: number | string;
  max: number | string;
  options: Option[];
}

export interface Ingredient {
  code: string;
  name: string;
  unit: string;
}
