-- How the last comparison with each bank's own list of payments went. Times in Unix seconds, sums in kopiykas.
CREATE TABLE bank_comparisons (
  provider TEXT PRIMARY KEY,
  began_at BIGINT NOT NULL, -- since when there are comparisons
  asked_at BIGINT, -- when the bank was asked last
  compared_at BIGINT, -- when it last gave its list; NULL: never
  failing_since BIGINT, -- NULL: it gave its list when it was asked last
  failures BIGINT NOT NULL DEFAULT 0, -- in a row
  problem TEXT NOT NULL DEFAULT '', -- why there was no list
  since BIGINT, -- from where the last list reached to compared_at
  payments BIGINT NOT NULL DEFAULT 0, -- how many that list has of ours, in hryvnias
  amount BIGINT NOT NULL DEFAULT 0, -- what they come to
  returned BIGINT NOT NULL DEFAULT 0, -- what of it went back, as far as the list tells
  fee BIGINT -- what the bank keeps of them; NULL: it does not tell
);

-- Payments of which a bank's list and this database do not say the same. Sums in the smallest unit of their currency.
CREATE TABLE bank_differences (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  provider TEXT NOT NULL,
  invoice_id TEXT NOT NULL, -- the bank's
  order_id BIGINT REFERENCES orders (id), -- NULL: the payment is of no order here
  here_amount BIGINT, -- NULL: not paid, as far as is known here
  here_returned BIGINT,
  here_currency TEXT,
  there_amount BIGINT, -- NULL: not paid, as far as the bank's list tells
  there_returned BIGINT, -- NULL: the list does not tell
  there_currency TEXT,
  made_at BIGINT NOT NULL, -- a list that reaches back so far must have the payment
  found_at BIGINT NOT NULL,
  settled_at BIGINT, -- when somebody said that it is settled
  settled_by TEXT,
  UNIQUE (provider, invoice_id)
);
CREATE INDEX bank_differences_open ON bank_differences (made_at) WHERE settled_at IS NULL;
CREATE INDEX invoices_by_payment ON invoices (provider, paid_at) WHERE paid_at IS NOT NULL;
