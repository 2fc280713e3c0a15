/** Shapes of the cafe's present day. Read by the type checker only; never sent to a browser. */

/** What `GET /api/desk/day` answers; moments in Unix seconds. */
export interface Day {
  now: number;
  is_open: boolean;
  /** When it closes or opens; null if it never does. */
  turns_at: number | null;
  /** When 'until the next opening' ends. */
  next_start: number;
  /** When 'until tomorrow' ends; later than `next_start` in a day with a break. */
  next_day_start: number;
  is_force_closed: boolean;
  takes_orders: boolean;
  /** `type` null: all orders; `until` null: until somebody resumes. */
  pauses: { type: string | null; until: number | null }[];
  busy: { minutes: number; until: number | null; mark: number };
  /** The modes of the menu, if there are any. */
  modes?: DayMode[];
}

/** `until` null: no end is known, or it is off. */
export interface DayMode {
  id: number;
  name: string;
  is_on: boolean;
  until: number | null;
}
