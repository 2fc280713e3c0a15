/** What screens are made of. Read by the type checker only; never sent to a browser. */

import type { Renderable } from "../shared/types.d.ts";

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

export type IconName = keyof typeof import("./components.js").ICONS;

export type TextId = keyof (typeof import("../../../locales/uk/pages/menu/first.js").texts &
  typeof import("../../../locales/uk/pages/menu/later.js").texts);
