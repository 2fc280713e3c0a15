-- Whether the receipt of a payment was left to the staff: another sum came than the order's total.
ALTER TABLE invoices ADD COLUMN holds_receipt INTEGER NOT NULL DEFAULT 0 CHECK (holds_receipt IN (0, 1));
-- Whether the guest got cash, although they may have paid by card.
ALTER TABLE return_receipts ADD COLUMN is_cash INTEGER NOT NULL DEFAULT 0 CHECK (is_cash IN (0, 1));
