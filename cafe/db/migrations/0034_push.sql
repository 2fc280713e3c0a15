-- Browsers that are told of an order; the outbox's rows `via` push have a subscription's id for their chat.

CREATE TABLE push_subscriptions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  order_id BIGINT NOT NULL REFERENCES orders (id),
  endpoint TEXT NOT NULL, -- the address at the browser's push service
  p256dh TEXT NOT NULL, -- the browser's public key, base64url
  auth TEXT NOT NULL, -- what it shares with us, base64url
  locale TEXT NOT NULL CHECK (locale IN ('uk', 'en')),
  created_at BIGINT NOT NULL, -- Unix seconds
  UNIQUE (order_id, endpoint)
);
CREATE INDEX push_subscriptions_by_age ON push_subscriptions (created_at);
CREATE INDEX outbox_to_browsers ON outbox (chat_id, id) WHERE state = 'queued' AND via = 'push';
