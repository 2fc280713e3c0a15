-- Who works on what: each serving process keeps a row that it refreshes, so that others know what a dead one left behind.

CREATE TABLE process_runs (
  id TEXT PRIMARY KEY, -- random, made at each start
  started_at BIGINT NOT NULL,
  seen_at BIGINT NOT NULL -- Unix seconds, refreshed while the process lives
);

-- A message is in the hands of a process, no longer of nobody in particular for some seconds; and it has a priority.

ALTER TABLE outbox DROP COLUMN claimed_until;
ALTER TABLE outbox ADD COLUMN claimed_by TEXT; -- the id of a process_runs row, which may be gone
ALTER TABLE outbox ADD COLUMN priority BIGINT NOT NULL DEFAULT 3; -- 0 edits, 2 first, 3 normal, 4 later, 5 last
UPDATE outbox SET priority = 0 WHERE state = 'queued' AND kind = 'staff-card-changed';
UPDATE outbox SET priority = 2 WHERE state = 'queued' AND kind = 'staff-order-created';
UPDATE outbox SET priority = 4 WHERE state = 'queued' AND kind = 'staff-order-created'
  AND order_id IN (SELECT id FROM orders WHERE customer_id < -1);
UPDATE outbox SET priority = 5 WHERE state = 'queued' AND kind IN ('staff-order-waiting', 'staff-order-forgotten');
DROP INDEX outbox_by_chat;
DROP INDEX outbox_queued;
CREATE INDEX outbox_to_staff ON outbox (priority, id) WHERE state = 'queued' AND recipient = 'staff';
CREATE INDEX outbox_to_customers ON outbox (chat_id, id) WHERE state = 'queued' AND recipient = 'customer';

-- How often an order was brought up because it was due or late, and when last.

ALTER TABLE staff_cards ADD COLUMN due_reminders BIGINT NOT NULL DEFAULT 0;
ALTER TABLE staff_cards ADD COLUMN due_reminded_at BIGINT NOT NULL DEFAULT 0; -- Unix seconds

-- Messages in the staff chat that tell of many orders: there is one of each kind, edited or replaced.

CREATE TABLE staff_digests (
  kind TEXT PRIMARY KEY,
  chat_id BIGINT,
  message_id BIGINT, -- NULL until it is sent
  shown TEXT NOT NULL DEFAULT '', -- what it tells, to know when it would tell something else
  cancelled BIGINT NOT NULL DEFAULT 0, -- cancellations of orders that the staff never saw, told of here alone
  changed_at BIGINT NOT NULL -- Unix seconds
);
