-- Receipts of cash that is brought into the fiscal register's drawer or taken out of it, apart from sales. Kopiykas.

CREATE TABLE cash_receipts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('opening', 'in', 'out', 'closing', 'carried')),
  till_id BIGINT REFERENCES tills (id), -- NULL: carried from shift to shift, with that of all tills
  amount BIGINT NOT NULL, -- what it is about; below 0: out
  receipted BIGINT NOT NULL DEFAULT 0, -- what an opened till holds beside it, from sales that have receipts
  told BIGINT, -- what the receipt says, stored before the call; 0: nothing was to be told
  receipt_id TEXT NOT NULL UNIQUE, -- UUID, made before the first call
  service TEXT, -- NULL: none was asked yet
  state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'done', 'refused')),
  reason TEXT, -- why not yet, or why not at all
  attempts BIGINT NOT NULL DEFAULT 0,
  due_at BIGINT NOT NULL,
  asked_at BIGINT, -- when the fiscal service was first asked: from then on it may exist
  short_told_at BIGINT, -- when the staff were told that there is not enough cash for it
  created_at BIGINT NOT NULL,
  finished_at BIGINT
);
CREATE INDEX cash_receipts_pending ON cash_receipts (due_at) WHERE state = 'pending';
CREATE INDEX cash_receipts_by_time ON cash_receipts (finished_at);
CREATE INDEX cash_receipts_of_till ON cash_receipts (till_id);

ALTER TABLE receipts ADD COLUMN short_told_at BIGINT;
ALTER TABLE receipts ADD COLUMN is_offline INTEGER NOT NULL DEFAULT 0; -- made while the tax office did not answer

ALTER TABLE fiscal_reports ADD COLUMN cash_in BIGINT; -- NULL: the service does not say
ALTER TABLE fiscal_reports ADD COLUMN cash_out BIGINT;
ALTER TABLE fiscal_reports ADD COLUMN own_cash_in BIGINT NOT NULL DEFAULT 0;
ALTER TABLE fiscal_reports ADD COLUMN own_cash_out BIGINT NOT NULL DEFAULT 0;
ALTER TABLE fiscal_reports ADD COLUMN own_drawer BIGINT NOT NULL DEFAULT 0; -- what was left in the drawer
