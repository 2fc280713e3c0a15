-- Card payments and fiscal receipts. Amounts: kopiykas. Times (…_at): Unix seconds.

-- Every payment page that was ever asked for; a row is made before the provider is called.
CREATE TABLE invoices (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  order_id BIGINT NOT NULL REFERENCES orders (id),
  provider TEXT NOT NULL,
  reference TEXT NOT NULL, -- ours, unguessable; providers echo it, signed
  invoice_id TEXT, -- the provider's; NULL until it answered
  page_url TEXT,
  status TEXT NOT NULL DEFAULT 'pending'
    CHECK (status IN ('pending', 'failed', 'paid', 'reversed', 'expired', 'withdrawn')),
  reported_at BIGINT, -- when the provider says that this status began, milliseconds
  paid_at BIGINT, -- when we first learned that it is paid; set once
  paid_amount BIGINT,
  checks BIGINT NOT NULL DEFAULT 0,
  next_check_at BIGINT, -- when the sweeper asks about it; NULL: never (again)
  is_withdrawal_due INTEGER NOT NULL DEFAULT 0 CHECK (is_withdrawal_due IN (0, 1)),
  created_at BIGINT NOT NULL
);
CREATE INDEX invoices_by_provider ON invoices (provider, invoice_id);
CREATE INDEX invoices_of_order ON invoices (order_id);
CREATE INDEX invoices_by_reference ON invoices (reference);
CREATE INDEX invoices_to_check ON invoices (next_check_at) WHERE next_check_at IS NOT NULL;

-- One fiscal receipt per order, by an id made before the first call.
CREATE TABLE receipts (
  order_id BIGINT PRIMARY KEY REFERENCES orders (id),
  receipt_id TEXT NOT NULL UNIQUE, -- UUID
  state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'done', 'refused')),
  url TEXT,
  reason TEXT,
  attempts BIGINT NOT NULL DEFAULT 0,
  due_at BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  finished_at BIGINT
);
CREATE INDEX receipts_pending ON receipts (due_at) WHERE state = 'pending';

-- Days on which a fiscal shift was needed; it is closed before the day is over.
CREATE TABLE fiscal_days (
  day TEXT PRIMARY KEY, -- ISO date in the tax office's timezone
  closed_at BIGINT
);
