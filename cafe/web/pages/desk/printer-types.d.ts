/** Shapes of printers. Read by the type checker only; never sent to a browser. */

/** What the owner says of a printer. */
export interface PrinterSettings {
  name: string;
  width: number;
  locale: string;
  pages: string[];
  order_types: string[];
  /** Of the menu; none: all. */
  categories: number[];
  moment: string;
  copies: number;
  address: string;
  opens_drawer: boolean;
  rings: boolean;
}

/** A printer, as `GET /api/desk/printers` tells; times in Unix seconds. */
export interface Printer {
  id: number;
  name: string;
  way: string | null;
  seen_at: number | null;
  /** Why it does not print, as far as it is known. */
  why: string | null;
  works: boolean;
  waiting: number;
  /** Pages that should be on paper by now, and the numbers of their orders. */
  late: number;
  numbers: string[];
  settings?: PrinterSettings;
}

/** A page that was not printed. */
export interface PrinterJob {
  id: number;
  page: string;
  number: string;
  printer: string;
  at: number;
}

/** What a new printer has to be told. */
export interface PrinterPairing {
  id: number;
  name: string;
  token: string;
  command: string;
  agent: string;
  cloudprnt: string;
  epson: string;
  svg: string;
  is_public: boolean;
}
