-- The kitchen marks single lines of an order as done.

ALTER TABLE order_lines ADD COLUMN done_at BIGINT; -- NULL: still to make
CREATE INDEX events_by_time ON order_events (created_at);
