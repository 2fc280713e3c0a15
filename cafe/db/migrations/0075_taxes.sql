-- Tax groups as they are registered with the fiscal service, and what receipts say of goods.

CREATE TABLE tax_groups (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  code TEXT NOT NULL UNIQUE, -- the letter or number under which it is registered
  name TEXT NOT NULL,
  rate BIGINT NOT NULL, -- VAT in percent
  excise_rate BIGINT NOT NULL, -- the retail excise tax in percent
  sort_order BIGINT NOT NULL -- the first is that of dishes without their own, and of delivery
);

ALTER TABLE products ADD COLUMN tax TEXT NOT NULL DEFAULT ''; -- code of a tax group; empty: the first
ALTER TABLE products ADD COLUMN uktzed TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN barcode TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN unit TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN excise INTEGER NOT NULL DEFAULT 0 CHECK (excise IN (0, 1));
ALTER TABLE options ADD COLUMN tax TEXT NOT NULL DEFAULT ''; -- empty: the dish's
ALTER TABLE options ADD COLUMN uktzed TEXT NOT NULL DEFAULT '';
ALTER TABLE options ADD COLUMN barcode TEXT NOT NULL DEFAULT '';
ALTER TABLE options ADD COLUMN unit TEXT NOT NULL DEFAULT '';
ALTER TABLE options ADD COLUMN excise INTEGER NOT NULL DEFAULT 0 CHECK (excise IN (0, 1));

ALTER TABLE order_lines ADD COLUMN fiscal TEXT; -- JSON, as it was when ordered; NULL: nothing was known
ALTER TABLE orders ADD COLUMN delivery_tax TEXT; -- JSON: the tax group of the delivery fee

ALTER TABLE payments ADD COLUMN fee BIGINT; -- what the bank kept of it, in kopiykas, from its own list; NULL: not known

CREATE TABLE receipt_taxes ( -- of receipts that are done
  receipt_id BIGINT NOT NULL REFERENCES receipts (id),
  code TEXT NOT NULL,
  rate BIGINT NOT NULL,
  excise_rate BIGINT NOT NULL,
  turnover BIGINT NOT NULL, -- kopiykas, as the two below
  vat BIGINT NOT NULL,
  excise BIGINT NOT NULL,
  PRIMARY KEY (receipt_id, code, rate, excise_rate)
);

CREATE TABLE fiscal_report_taxes ( -- what a Z report says of a tax group, and our own sums; kopiykas
  report_id BIGINT NOT NULL REFERENCES fiscal_reports (id),
  code TEXT NOT NULL,
  sold BIGINT NOT NULL,
  returned BIGINT NOT NULL,
  sold_vat BIGINT NOT NULL,
  returned_vat BIGINT NOT NULL,
  own_sold BIGINT NOT NULL,
  own_returned BIGINT NOT NULL,
  own_sold_vat BIGINT NOT NULL,
  own_returned_vat BIGINT NOT NULL,
  PRIMARY KEY (report_id, code)
);
