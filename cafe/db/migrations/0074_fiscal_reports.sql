-- What the fiscal service reported when a shift was closed (the Z report), beside our own sums of its receipts. Kopiykas.
CREATE TABLE fiscal_reports (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  closed_at BIGINT NOT NULL,
  number TEXT, -- the service's; NULL: the shift had been closed in another way, nothing was reported to us
  sales BIGINT NOT NULL DEFAULT 0, -- receipts
  sold_cash BIGINT NOT NULL DEFAULT 0,
  sold_cashless BIGINT NOT NULL DEFAULT 0,
  returned_cash BIGINT NOT NULL DEFAULT 0,
  returned_cashless BIGINT NOT NULL DEFAULT 0,
  own_sales BIGINT NOT NULL,
  own_sold_cash BIGINT NOT NULL,
  own_sold_cashless BIGINT NOT NULL,
  own_returned_cash BIGINT NOT NULL,
  own_returned_cashless BIGINT NOT NULL
);
CREATE INDEX fiscal_reports_by_time ON fiscal_reports (closed_at);
