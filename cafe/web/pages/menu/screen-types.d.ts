/** What screens are made of. Read by the type checker only; never sent to a browser. */

import type { Markup } from "../shared/html.js";
import type { texts } from "./texts/uk.js";

/** The bar with the next step: a link or an action. Where it `isOff`, its text says why. */
export type Bar = { text: string; amount: string; note?: string; count?: number; isBusy?: boolean; isOff?: boolean } & (
  | { href: string; action?: undefined }
  | { action: string; href?: undefined }
);

export interface Screen {
  title(): string;
  view(): Renderable;
  /** Whether it is drawn only once the settings are there. */
  needsSettings?: boolean;
  bar?(): Bar | null;
  /** What stands beside it on a wide screen. */
  aside?(): Renderable;
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

export type IconName = keyof typeof import("./components.js").ICONS;

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
