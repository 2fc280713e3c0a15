-- Money that must go back to a guest, payments in progress, and receipts that are no longer needed.

-- A status more (processing); an engine without ALTER of a check needs the table made anew.
CREATE TABLE invoices_new (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  order_id BIGINT NOT NULL REFERENCES orders (id),
  provider TEXT NOT NULL,
  reference TEXT NOT NULL, -- ours, unguessable; providers echo it, signed
  invoice_id TEXT, -- the provider's; NULL until it answered
  page_url TEXT,
  status TEXT NOT NULL DEFAULT 'pending'
    CHECK (status IN ('pending', 'processing', 'failed', 'paid', 'reversed', 'expired', 'withdrawn')),
  reported_at BIGINT, -- when the provider says that this status began, milliseconds
  paid_at BIGINT, -- when we first learned that it is paid; set once
  paid_amount BIGINT, -- in the smallest unit of paid_currency; NULL: the provider did not say
  paid_currency TEXT NOT NULL DEFAULT 'UAH',
  checks BIGINT NOT NULL DEFAULT 0,
  next_check_at BIGINT, -- when the sweeper asks about it; NULL: never (again)
  watched_since BIGINT NOT NULL, -- when the sweeper began to ask; later than created_at if it began anew
  given_up_at BIGINT, -- when the sweeper stopped without knowing whether it was paid
  is_withdrawal_due INTEGER NOT NULL DEFAULT 0 CHECK (is_withdrawal_due IN (0, 1)),
  created_at BIGINT NOT NULL
);
INSERT INTO invoices_new (id, order_id, provider, reference, invoice_id, page_url, status, reported_at, paid_at,
    paid_amount, checks, next_check_at, watched_since, is_withdrawal_due, created_at)
  SELECT id, order_id, provider, reference, invoice_id, page_url, status, reported_at, paid_at,
    paid_amount, checks, next_check_at, created_at, is_withdrawal_due, created_at FROM invoices;
DROP TABLE invoices;
ALTER TABLE invoices_new RENAME TO invoices;
CREATE INDEX invoices_by_provider ON invoices (provider, invoice_id);
CREATE INDEX invoices_of_order ON invoices (order_id);
CREATE INDEX invoices_by_reference ON invoices (reference);
CREATE INDEX invoices_to_check ON invoices (next_check_at) WHERE next_check_at IS NOT NULL;
CREATE INDEX invoices_given_up ON invoices (provider) WHERE given_up_at IS NOT NULL;

-- Each payment that must go back, until it has: a row for each payment, never for a part of one.
CREATE TABLE money_to_return (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  order_id BIGINT NOT NULL REFERENCES orders (id),
  invoice_id BIGINT REFERENCES invoices (id), -- NULL: paid in person
  amount BIGINT NOT NULL CHECK (amount > 0), -- in the smallest unit of the currency: kopiykas
  currency TEXT NOT NULL,
  reason TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  returned_at BIGINT, -- NULL: it is still to be returned
  returned_by TEXT -- 'reversal': the provider reported it
);
CREATE UNIQUE INDEX money_to_return_of_invoice ON money_to_return (invoice_id) WHERE returned_at IS NULL;
CREATE INDEX money_to_return_of_order ON money_to_return (order_id);

-- A state more (dropped: the order was cancelled before anybody asked for the receipt), and when it was asked for.
CREATE TABLE receipts_new (
  order_id BIGINT PRIMARY KEY REFERENCES orders (id),
  receipt_id TEXT NOT NULL UNIQUE, -- UUID
  state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'done', 'refused', 'dropped')),
  url TEXT,
  reason TEXT,
  attempts BIGINT NOT NULL DEFAULT 0,
  due_at BIGINT NOT NULL,
  asked_at BIGINT, -- when the fiscal service was first asked: from then on it may exist
  delay_told_at BIGINT, -- when the staff were told that it takes long
  created_at BIGINT NOT NULL,
  finished_at BIGINT
);
INSERT INTO receipts_new (order_id, receipt_id, state, url, reason, attempts, due_at, asked_at, created_at, finished_at)
  SELECT order_id, receipt_id, state, url, reason, attempts, due_at, created_at, created_at, finished_at FROM receipts;
DROP TABLE receipts;
ALTER TABLE receipts_new RENAME TO receipts;
CREATE INDEX receipts_pending ON receipts (due_at) WHERE state = 'pending';

-- Which process works on a request; its death is known, so that a repeat need not wait.
ALTER TABLE idempotency_keys ADD COLUMN run_id TEXT; -- the id of a process_runs row, which may be gone
