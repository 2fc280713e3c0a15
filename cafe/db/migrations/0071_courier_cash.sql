-- Couriers' cash in whole UAH: what somebody carries is the sum of their rows, and nothing is ever changed or deleted.

-- What a courier handed in, as the receiver counted it, and what it should have been by then.
CREATE TABLE courier_hand_ins (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  staff_id BIGINT NOT NULL REFERENCES staff (id),
  counted BIGINT NOT NULL CHECK (counted >= 0),
  expected BIGINT NOT NULL,
  counted_by TEXT NOT NULL,
  question TEXT UNIQUE, -- the chat's question that this answers: once, though an answer may come again
  at BIGINT NOT NULL, -- Unix seconds
  decision TEXT CHECK (decision IN ('owed', 'written_off')), -- NULL: they agree, or nobody has decided
  decided_by TEXT,
  decided_at BIGINT,
  reason TEXT
);
CREATE INDEX courier_hand_ins_open ON courier_hand_ins (id) WHERE decision IS NULL AND counted <> expected;

CREATE TABLE courier_cash (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  staff_id BIGINT NOT NULL REFERENCES staff (id),
  kind TEXT NOT NULL CHECK (kind IN ('collected', 'handed_in', 'difference', 'corrected')),
  amount BIGINT NOT NULL, -- below 0: the courier has less
  order_id BIGINT REFERENCES orders (id),
  hand_in_id BIGINT REFERENCES courier_hand_ins (id),
  actor TEXT NOT NULL,
  reason TEXT NOT NULL,
  at BIGINT NOT NULL
);
CREATE INDEX courier_cash_of_courier ON courier_cash (staff_id, at);
CREATE INDEX courier_cash_of_order ON courier_cash (order_id);
