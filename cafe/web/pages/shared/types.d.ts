/** Shapes that more than one page uses. Read by the type checker only; never sent to a browser. */

import type { Markup } from "./html.js";

/** The code of a language. */
export type Locale = string;
/** A language as it names itself, short too; its tag for dates; how it writes an amount of money. */
export interface Language {
  code: Locale;
  name: string;
  short: string;
  region: string;
  money: string;
}
export type Text = string | Partial<Record<Intl.LDMLPluralRule, string>>;
/** What fills a text in; `count` chooses its plural form. */
export type TextValues = Record<string, string | number | null> & { count?: number };

/** What a template may hold. */
export type Renderable = Markup | string | number | false | null | undefined | Renderable[];

/** A method's type, so that an action may ask for the kind of element it stands at. */
export type Action = { run(element: HTMLElement): unknown }["run"];
export type Actions = Record<string, Action>;

// The HTTP interface.

export type OrderType = "delivery" | "pickup" | "dine_in";
export type OrderStatus = "new" | "confirmed" | "cooking" | "ready" | "courier" | "completed" | "cancelled";
export type PaymentMethod = "cash" | "card";

/** What a request is refused with; some carry more. */
export interface Refusal {
  error?: string;
  message?: string;
  problems?: Problem[];
  // biome-ignore lint/suspicious/noExplicitAny: whoever knows the code knows what comes with it
  [more: string]: any;
}

/** One of the problems of a refused request. */
export interface Problem {
  edit?: number;
  field: string;
  message: string;
}

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

// Changing an order.

/** An order as the staff change it; `seen` is its version. */
export interface EditedOrder {
  id: number;
  number: string;
  seen: number;
  /** Whether its guest is asked before something else is made. */
  asks_guest: boolean;
  lines: { id: number; product_id: number | null; name: string; quantity: number; price: number }[];
  /** Only for a delivery, where it goes by zones: those that it may be put into, and its own. */
  zones?: { id: number; name: string; fee: number }[];
  zone_id?: number | null;
}

export interface WantedEdit {
  seen: number;
  zone_id?: number;
  lines: { id: number; quantity: number }[];
  items: { product_id: number; quantity: number; options?: { id: number; quantity: number }[] }[];
  expected_total?: number;
}

/** What a change comes to, in UAH. */
export interface EditOutcome {
  changes: string;
  total_before: number;
  total: number;
  balance: number;
  to_return: number;
}

/** A dish that can be ordered now. */
export interface MenuDish {
  id: number;
  name: string;
  price: number;
  option_groups?: {
    id: number;
    name: string;
    min: number;
    max: number;
    options: { id: number; name: string; price_delta: number; is_default: boolean; is_available: boolean }[];
  }[];
}

/** An excise mark that is to be scanned: a drink's own bottle, or another bottle of an ingredient. */
export interface MissingMark {
  name: string;
  name_en: string;
  drink?: string;
  pieces?: number;
  ingredient?: string;
  unit?: string;
  remaining?: number;
  needed?: number;
}

/** What is to be scanned still. */
export interface MarksLeft {
  missing: MissingMark[];
}

declare global {
  /** Not in every browser, nor in TypeScript's own types. */
  var BarcodeDetector:
    | {
        new (options: { formats: string[] }): { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> };
        getSupportedFormats: () => Promise<string[]>;
      }
    | undefined;
}
