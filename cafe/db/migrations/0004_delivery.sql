-- Delivering the outbox: who has a row in hand, where groups moved, and the staff's card of each order.

ALTER TABLE outbox ADD COLUMN claimed_until BIGINT NOT NULL DEFAULT 0; -- Unix seconds; a dead process's claim ends by itself
CREATE INDEX outbox_by_chat ON outbox (recipient, chat_id, id) WHERE state = 'queued';
CREATE INDEX outbox_finished ON outbox (finished_at) WHERE state <> 'queued';

CREATE TABLE migrated_chats (
  chat_id BIGINT PRIMARY KEY,
  new_chat_id BIGINT NOT NULL
);

-- The one message in the staff chat that shows an order and is edited as the order moves.
CREATE TABLE staff_cards (
  order_id BIGINT PRIMARY KEY REFERENCES orders (id),
  chat_id BIGINT NOT NULL,
  message_id BIGINT NOT NULL,
  reminders BIGINT NOT NULL DEFAULT 0, -- how often the order was brought up again while it stayed new
  reminded_at BIGINT NOT NULL -- Unix seconds, at first when the card was queued
);
