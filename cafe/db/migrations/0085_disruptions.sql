-- Air alerts and power cuts: what is in force at a moment is computed from these rows, by nobody's switch.
CREATE TABLE disruptions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('air_alert', 'power_cut')),
  origin TEXT NOT NULL CHECK (origin IN ('plan', 'source', 'hand')),
  from_at BIGINT NOT NULL,
  until_at BIGINT, -- NULL: nobody knows yet
  told TEXT NOT NULL DEFAULT 'nothing' CHECK (told IN ('nothing', 'begun', 'ended')), -- to the staff
  ended_by TEXT CHECK (ended_by IN ('hand', 'silence')), -- NULL: as its origin says
  CHECK (until_at >= from_at)
);

CREATE TABLE disruption_sources (
  kind TEXT PRIMARY KEY CHECK (kind IN ('air_alert', 'power_cut')),
  asked TEXT NOT NULL, -- address and place; another one begins anew
  since BIGINT NOT NULL, -- when it was first asked
  heard_at BIGINT, -- its last answer that can be believed
  trouble TEXT, -- of the last answer; NULL: none
  told_at BIGINT, -- when the staff were told that it is silent; NULL: it is not
  calm_since BIGINT, -- since when all its answers have been that there is no alert
  is_overruled BIGINT NOT NULL DEFAULT 0, -- the staff have ended what it still says
  digest TEXT NOT NULL DEFAULT '' -- of the plan that was taken last
);
