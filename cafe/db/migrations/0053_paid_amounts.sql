-- Of a payment whose provider did not say how much it was, the order's total counted wherever it was read. It is stored now, as
-- it is for every payment that comes.

UPDATE invoices SET paid_amount = (SELECT o.total * 100 FROM orders o WHERE o.id = invoices.order_id)
  WHERE paid_at IS NOT NULL AND paid_amount IS NULL;
