-- Receipts of every kind in one table: a sale's is for a payment, a return's takes back (a part of) a sale.

DROP INDEX receipts_pending;
DROP INDEX receipts_refused;
ALTER TABLE receipts RENAME TO sale_receipts;
CREATE TABLE receipts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  order_id BIGINT NOT NULL REFERENCES orders (id),
  way TEXT NOT NULL CHECK (way IN ('card', 'cash', 'terminal')), -- how the money came, or went back
  payment_id BIGINT UNIQUE, -- whose sale it is; the payment is gone if its order was not handed over after all
  sale_id BIGINT REFERENCES receipts (id), -- the sale that it takes back; NULL: it is a sale
  refund_id BIGINT UNIQUE REFERENCES refunds (id), -- whose return it is; NULL: its payment is gone
  receipt_id TEXT NOT NULL UNIQUE, -- UUID, made before the first call
  goods TEXT, -- JSON: code, name, quantity and price of each; NULL: what the order says
  discount BIGINT,
  total BIGINT,
  state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'done', 'refused', 'dropped')),
  url TEXT,
  fiscal_number TEXT, -- the tax office's, once it is done; earlier versions stored none
  reason TEXT,
  attempts BIGINT NOT NULL DEFAULT 0,
  due_at BIGINT NOT NULL,
  asked_at BIGINT, -- when the fiscal service was first asked: from then on it may exist
  delay_told_at BIGINT, -- when the staff were told that it takes long
  created_at BIGINT NOT NULL,
  finished_at BIGINT
);

INSERT INTO receipts (order_id, way, payment_id, receipt_id, goods, discount, total, state, url, reason, attempts,
    due_at, asked_at, delay_told_at, created_at, finished_at)
  SELECT s.order_id, 'card',
    (SELECT MIN(p.id) FROM payments p WHERE p.order_id = s.order_id AND p.kind = 'card' AND p.has_sale = 1),
    s.receipt_id, s.goods, s.discount, s.total, s.state, s.url, s.reason, s.attempts,
    s.due_at, s.asked_at, s.delay_told_at, s.created_at, s.finished_at
  FROM sale_receipts s ORDER BY s.created_at, s.order_id;
INSERT INTO receipts (order_id, way, sale_id, refund_id, receipt_id, goods, discount, total, state, url, reason,
    attempts, due_at, asked_at, delay_told_at, created_at, finished_at)
  SELECT b.order_id, CASE b.is_cash WHEN 1 THEN 'cash' ELSE 'card' END, s.id, b.refund_id, b.receipt_id, b.goods,
    b.discount, b.total, b.state, b.url, b.reason,
    b.attempts, b.due_at, b.asked_at, b.delay_told_at, b.created_at, b.finished_at
  FROM return_receipts b JOIN receipts s ON s.order_id = b.order_id ORDER BY b.refund_id;
DROP TABLE sale_receipts;
DROP TABLE return_receipts;

CREATE UNIQUE INDEX receipts_of_card ON receipts (order_id) WHERE way = 'card' AND sale_id IS NULL;
CREATE INDEX receipts_of_order ON receipts (order_id);
CREATE INDEX receipts_of_sale ON receipts (sale_id);
CREATE INDEX receipts_by_time ON receipts (COALESCE(finished_at, created_at));
CREATE INDEX receipts_pending ON receipts (due_at) WHERE state = 'pending';
CREATE INDEX receipts_refused ON receipts (finished_at) WHERE state = 'refused';
