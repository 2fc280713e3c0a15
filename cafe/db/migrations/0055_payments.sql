-- What was paid for orders: a row for each payment, however it was made. An invoice is the way to a card payment.

CREATE TABLE payments (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  order_id BIGINT NOT NULL REFERENCES orders (id),
  kind TEXT NOT NULL CHECK (kind IN ('card', 'cash', 'terminal')),
  amount BIGINT NOT NULL CHECK (amount > 0), -- in the smallest unit of the currency: kopiykas
  currency TEXT NOT NULL DEFAULT 'UAH',
  paid_at BIGINT NOT NULL, -- when we learned of it, Unix seconds
  taken_by TEXT NOT NULL DEFAULT '', -- who took it in person
  invoice_id BIGINT UNIQUE REFERENCES invoices (id), -- the page that a card paid; NULL: in person
  has_sale INTEGER NOT NULL CHECK (has_sale IN (0, 1)), -- 0: it came on top, or for a cancelled order
  holds_receipt INTEGER NOT NULL DEFAULT 0 CHECK (holds_receipt IN (0, 1)), -- its receipt was left to the staff
  CHECK ((kind = 'card') = (invoice_id IS NOT NULL))
);
CREATE INDEX payments_of_order ON payments (order_id);

-- What earlier versions inferred: the invoices that were paid, …
INSERT INTO payments (order_id, kind, amount, currency, paid_at, invoice_id, has_sale, holds_receipt)
  SELECT i.order_id, 'card', i.paid_amount, i.paid_currency, i.paid_at, i.id,
    CASE WHEN EXISTS (SELECT 1 FROM money_to_return m WHERE m.invoice_id = i.id
      AND m.reason IN ('second', 'cancelled', 'completed')) THEN 0 ELSE 1 END, i.holds_receipt
  FROM invoices i WHERE i.paid_at IS NOT NULL AND i.paid_amount > 0 ORDER BY i.paid_at, i.id;

-- … and what was paid in person: noted at the counter, by earlier versions without saying how; or expected at the door.
INSERT INTO payments (order_id, kind, amount, currency, paid_at, taken_by, has_sale)
  SELECT o.id, CASE WHEN o.payment_status <> 'paid' OR e.detail = 'cash' THEN 'cash' ELSE 'terminal' END,
    o.total * 100, 'UAH', COALESCE(e.created_at, o.created_at, 0), COALESCE(e.actor, ''), 1
  FROM orders o LEFT JOIN order_events e ON e.id = (SELECT MAX(n.id) FROM order_events n WHERE n.order_id = o.id
    AND (n.kind = 'paid' AND n.detail IN ('cash', 'terminal', '') AND o.payment_status = 'paid'
      OR n.kind = 'status' AND n.detail = 'completed' AND o.payment_status <> 'paid'))
  WHERE o.total > 0 AND (
    o.payment_status <> 'paid' AND o.status = 'completed' AND COALESCE(o.payment_method, 'cash') <> 'card'
    OR o.payment_status = 'paid' AND (e.detail IN ('cash', 'terminal')
      OR NOT EXISTS (SELECT 1 FROM invoices i WHERE i.order_id = o.id AND i.paid_at IS NOT NULL))
    OR EXISTS (SELECT 1 FROM refunds r WHERE r.order_id = o.id AND r.invoice_id IS NULL)
    OR EXISTS (SELECT 1 FROM money_to_return m WHERE m.order_id = o.id AND m.invoice_id IS NULL))
  ORDER BY o.id;

-- A reason that no payment has any more: that it came when the order had been handed over, paid in another way.
UPDATE money_to_return SET reason = 'second' WHERE reason = 'completed';
UPDATE outbox SET payload = REPLACE(payload, '"reason":"completed"', '"reason":"second"')
  WHERE kind IN ('staff-money-to-return', 'customer-money-to-return');

-- What goes back is of a payment.
ALTER TABLE refunds ADD COLUMN payment_id BIGINT REFERENCES payments (id);
UPDATE refunds SET payment_id = (SELECT p.id FROM payments p WHERE p.order_id = refunds.order_id
  AND (p.invoice_id = refunds.invoice_id OR p.invoice_id IS NULL AND refunds.invoice_id IS NULL));
DROP INDEX refunds_of_invoice;
ALTER TABLE refunds DROP COLUMN invoice_id;
CREATE INDEX refunds_of_payment ON refunds (payment_id);

-- Held and unclear, which were told from when the staff had heard of a refund, are states of their own.
ALTER TABLE refunds ADD COLUMN new_state TEXT NOT NULL DEFAULT 'requested'
  CHECK (new_state IN ('requested', 'asked', 'unknown', 'held', 'unclear', 'done', 'refused'));
UPDATE refunds SET new_state = CASE
  WHEN told_at IS NOT NULL AND state = 'requested' THEN 'held'
  WHEN told_at IS NOT NULL AND state IN ('asked', 'unknown') THEN 'unclear'
  ELSE state END;
ALTER TABLE refunds DROP COLUMN state;
ALTER TABLE refunds RENAME COLUMN new_state TO state;
ALTER TABLE refunds DROP COLUMN told_at;

ALTER TABLE money_to_return ADD COLUMN payment_id BIGINT REFERENCES payments (id);
UPDATE money_to_return SET payment_id = (SELECT p.id FROM payments p WHERE p.order_id = money_to_return.order_id
  AND (p.invoice_id = money_to_return.invoice_id OR p.invoice_id IS NULL AND money_to_return.invoice_id IS NULL));
DROP INDEX money_to_return_of_invoice;
ALTER TABLE money_to_return DROP COLUMN invoice_id;
CREATE UNIQUE INDEX money_to_return_of_payment ON money_to_return (payment_id) WHERE returned_at IS NULL;

DROP INDEX invoices_by_payment;
ALTER TABLE invoices DROP COLUMN paid_at;
ALTER TABLE invoices DROP COLUMN paid_amount;
ALTER TABLE invoices DROP COLUMN paid_currency;
ALTER TABLE invoices DROP COLUMN holds_receipt;
