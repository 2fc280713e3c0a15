-- Indexes for what is looked up all the time, so that it takes as long after years as on the first day.

CREATE INDEX outbox_queued ON outbox (created_at) WHERE state = 'queued';

-- It has what is asked of it each second, so that the table is read for what is due alone.
DROP INDEX invoices_to_check;
CREATE INDEX invoices_to_check ON invoices (next_check_at, status) WHERE next_check_at IS NOT NULL;

CREATE INDEX payments_by_time ON payments (paid_at);
CREATE INDEX receipts_refused ON receipts (finished_at) WHERE state = 'refused';
CREATE INDEX return_receipts_refused ON return_receipts (finished_at) WHERE state = 'refused';
CREATE INDEX refunds_under_way ON refunds (state) WHERE state IN ('requested', 'asked', 'unknown', 'held', 'unclear');
