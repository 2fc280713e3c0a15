-- Who follows somebody's order in Telegram, after asking for it in the chat.

CREATE TABLE order_followers (
  order_id BIGINT NOT NULL REFERENCES orders (id),
  customer_id BIGINT NOT NULL, -- a Telegram user; perhaps without a row in customers
  created_at BIGINT NOT NULL, -- Unix seconds
  PRIMARY KEY (order_id, customer_id)
);
CREATE INDEX order_followers_of_customer ON order_followers (customer_id);
CREATE INDEX order_followers_by_age ON order_followers (created_at);

-- A message to the customer's side: to the customer, or to somebody who follows the order.
ALTER TABLE outbox ADD COLUMN via TEXT NOT NULL DEFAULT 'chat' CHECK (via IN ('chat', 'follower', 'push'));
