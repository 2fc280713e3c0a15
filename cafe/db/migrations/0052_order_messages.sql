-- The one message of a guest's chat that shows an order and is edited as the order goes on.

CREATE TABLE order_messages (
  order_id BIGINT NOT NULL REFERENCES orders (id),
  chat_id BIGINT NOT NULL, -- of the order's customer, or of somebody who follows it
  message_id BIGINT NOT NULL,
  PRIMARY KEY (order_id, chat_id)
);
CREATE INDEX order_messages_of_chat ON order_messages (chat_id);

-- Messages in which a guest looks at an order that they may still cancel: once they may not, no button says otherwise.
CREATE TABLE order_screens (
  chat_id BIGINT NOT NULL,
  message_id BIGINT NOT NULL,
  order_id BIGINT NOT NULL REFERENCES orders (id),
  PRIMARY KEY (chat_id, message_id)
);
CREATE INDEX order_screens_of_order ON order_screens (order_id);
