-- Which fiscal service a receipt, a day's shift and a shift's report belong to: a cafe may change from one to another.

ALTER TABLE receipts ADD COLUMN service TEXT; -- NULL: none was asked yet
UPDATE receipts SET service = 'checkbox' WHERE asked_at IS NOT NULL OR state = 'done';

ALTER TABLE fiscal_days RENAME TO earlier_fiscal_days;
CREATE TABLE fiscal_days (
  day TEXT NOT NULL, -- ISO date in the tax office's timezone
  service TEXT NOT NULL DEFAULT 'checkbox',
  closed_at BIGINT,
  PRIMARY KEY (day, service)
);
INSERT INTO fiscal_days (day, closed_at) SELECT day, closed_at FROM earlier_fiscal_days;
DROP TABLE earlier_fiscal_days;

ALTER TABLE fiscal_reports ADD COLUMN service TEXT NOT NULL DEFAULT 'checkbox';
