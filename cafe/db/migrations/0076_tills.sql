-- The cash day: what is in a till is what its day was opened with and the moves since. Kopiykas, Unix seconds.

CREATE TABLE tills (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE, -- case-folded
  created_at BIGINT NOT NULL
);

CREATE TABLE till_people ( -- whose takings go to which till; all others' go to the first
  staff_id BIGINT PRIMARY KEY REFERENCES staff (id),
  till_id BIGINT NOT NULL REFERENCES tills (id)
);
CREATE INDEX till_people_of_till ON till_people (till_id);

-- Each count that somebody made, whether a day was opened or closed by it or it was made again.
CREATE TABLE till_counts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  till_id BIGINT NOT NULL REFERENCES tills (id),
  purpose TEXT NOT NULL CHECK (purpose IN ('opening', 'closing')),
  counted BIGINT NOT NULL CHECK (counted >= 0),
  pieces TEXT NOT NULL, -- JSON: how many of each note and coin, by its hryvnias; and `kopiykas`
  expected BIGINT, -- at that moment; NULL: nothing was left by an earlier day
  counted_by TEXT NOT NULL,
  at BIGINT NOT NULL
);
CREATE INDEX till_counts_of_till ON till_counts (till_id, id);

CREATE TABLE till_days (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  till_id BIGINT NOT NULL REFERENCES tills (id),
  number BIGINT NOT NULL, -- 1, 2, … of the till
  day TEXT NOT NULL, -- the cafe's day on which it was opened, as 2026-11-27
  opening_id BIGINT NOT NULL UNIQUE REFERENCES till_counts (id),
  opened_by TEXT NOT NULL,
  opened_at BIGINT NOT NULL,
  opening_reason TEXT NOT NULL,
  closing_id BIGINT UNIQUE REFERENCES till_counts (id), -- NULL: it is open
  closed_by TEXT,
  closed_at BIGINT,
  closing_reason TEXT,
  figures TEXT, -- JSON: the figures of the day as they were at its closing
  UNIQUE (till_id, number),
  UNIQUE (till_id, day),
  CHECK ((closing_id IS NULL) = (closed_at IS NULL) AND (closing_id IS NULL) = (figures IS NULL))
);
CREATE UNIQUE INDEX till_days_open ON till_days (till_id) WHERE closing_id IS NULL;

-- Nothing is ever deleted, and only `count_id` and `day_id` are set later, once: a payment's transaction waits for no count.
CREATE TABLE till_moves (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  till_id BIGINT NOT NULL REFERENCES tills (id),
  kind TEXT NOT NULL CHECK (kind IN ('taken', 'undone', 'given_back', 'handed_in', 'in', 'out')),
  amount BIGINT NOT NULL CHECK (amount <> 0), -- below 0: out of the till
  order_id BIGINT REFERENCES orders (id),
  payment_id BIGINT, -- gone if its order was not handed over after all
  refund_id BIGINT UNIQUE REFERENCES refunds (id),
  hand_in_id BIGINT UNIQUE REFERENCES courier_hand_ins (id),
  actor TEXT NOT NULL,
  reason TEXT NOT NULL,
  at BIGINT NOT NULL,
  count_id BIGINT REFERENCES till_counts (id), -- the first count that it was in the till for
  day_id BIGINT REFERENCES till_days (id), -- NULL: of the day that is open or comes next
  UNIQUE (payment_id, kind)
);
CREATE INDEX till_moves_of_no_day ON till_moves (till_id) WHERE day_id IS NULL;
CREATE INDEX till_moves_of_day ON till_moves (day_id);
CREATE INDEX till_moves_of_order ON till_moves (order_id);

-- In which closed day's figures a payment or refund without cash is.
ALTER TABLE payments ADD COLUMN till_day_id BIGINT REFERENCES till_days (id);
CREATE INDEX payments_of_no_day ON payments (paid_at) WHERE till_day_id IS NULL AND kind <> 'cash';
CREATE INDEX payments_of_day ON payments (till_day_id) WHERE till_day_id IS NOT NULL;
ALTER TABLE refunds ADD COLUMN till_day_id BIGINT REFERENCES till_days (id);
CREATE INDEX refunds_of_no_day ON refunds (finished_at) WHERE till_day_id IS NULL;
CREATE INDEX refunds_of_day ON refunds (till_day_id) WHERE till_day_id IS NOT NULL;
