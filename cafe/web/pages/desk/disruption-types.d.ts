/** Shapes of air alerts and power cuts. Read by the type checker only; never sent to a browser. */

/** A disruption or a planned cut; `until` null: nobody knows. */
export interface PowerCut {
  id?: number;
  origin?: "plan" | "source" | "hand";
  from: number;
  until: number | null;
}

/** How one kind of disruption stands. */
export interface DisruptionKind {
  kind: "air_alert" | "power_cut";
  effect: string;
  is_used: boolean;
  in_force: PowerCut | null;
  source: { heard_at: number | null; trouble: string | null; is_silent: boolean } | null;
}

/** What `GET /api/desk/disruptions` answers. */
export interface Disruptions {
  kinds: DisruptionKind[];
  queue: string;
  cuts: PowerCut[];
}
