-- Money given back to guests, and the return receipts that follow it. Amounts: the currency's smallest unit.

-- A row for each sum that goes back, made before anybody is asked for it; of one payment each.
CREATE TABLE refunds (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  order_id BIGINT NOT NULL REFERENCES orders (id),
  number BIGINT NOT NULL, -- 1, 2, … of the order: who decides from what they saw takes the next one
  invoice_id BIGINT REFERENCES invoices (id), -- NULL: paid in person
  way TEXT NOT NULL CHECK (way IN ('provider', 'cabinet', 'person')),
  reference TEXT NOT NULL UNIQUE, -- ours; the provider is told it where it takes one
  amount BIGINT NOT NULL CHECK (amount > 0),
  currency TEXT NOT NULL,
  lines TEXT NOT NULL DEFAULT '[]', -- JSON: which pieces it is for, and what of the amount each line makes
  delivery BIGINT NOT NULL DEFAULT 0, -- what of the amount is the delivery fee
  reason TEXT NOT NULL DEFAULT '',
  actor TEXT NOT NULL DEFAULT '',
  state TEXT NOT NULL CHECK (state IN ('requested', 'asked', 'done', 'refused', 'unknown')),
  problem TEXT, -- what the provider said against it
  attempts BIGINT NOT NULL DEFAULT 0, -- how often the loop looked at it
  next_check_at BIGINT, -- when the loop looks at it; NULL: it is over
  created_at BIGINT NOT NULL,
  asked_at BIGINT, -- when the provider was asked for it last
  taken_at BIGINT, -- when the provider said that it took it: from then on it is never asked for again
  told_at BIGINT, -- when the staff were told that it stays unclear
  finished_at BIGINT,
  UNIQUE (order_id, number)
);
CREATE INDEX refunds_of_invoice ON refunds (invoice_id);
CREATE INDEX refunds_to_check ON refunds (next_check_at) WHERE next_check_at IS NOT NULL;

-- What went back before there was this table: payments that the providers reversed.
INSERT INTO refunds (order_id, number, invoice_id, way, reference, amount, currency, state, created_at, finished_at)
  SELECT i.order_id, ROW_NUMBER() OVER (PARTITION BY i.order_id ORDER BY i.id), i.id, 'cabinet', 'reversal-' || i.id,
    COALESCE(i.paid_amount, o.total * 100), i.paid_currency, 'done', i.paid_at, i.paid_at
  FROM invoices i JOIN orders o ON o.id = i.order_id
  WHERE i.paid_at IS NOT NULL AND i.status = 'reversed' AND COALESCE(i.paid_amount, o.total * 100) > 0;

-- One fiscal return receipt for each sum that went back, made once the sale's receipt is.
CREATE TABLE return_receipts (
  refund_id BIGINT PRIMARY KEY REFERENCES refunds (id),
  order_id BIGINT NOT NULL REFERENCES orders (id),
  receipt_id TEXT NOT NULL UNIQUE, -- UUID, made before the first call
  goods TEXT NOT NULL, -- JSON: code, name, quantity and price of each
  discount BIGINT NOT NULL,
  total BIGINT NOT NULL,
  state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'done', 'refused', 'dropped')),
  url TEXT,
  reason TEXT,
  attempts BIGINT NOT NULL DEFAULT 0,
  due_at BIGINT NOT NULL,
  asked_at BIGINT,
  delay_told_at BIGINT,
  created_at BIGINT NOT NULL,
  finished_at BIGINT
);
CREATE INDEX return_receipts_of_order ON return_receipts (order_id);
CREATE INDEX return_receipts_pending ON return_receipts (due_at) WHERE state = 'pending';
