-- What must still be done outside: a row is one delivery to one recipient, kept until it is done.
CREATE TABLE outbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  recipient TEXT NOT NULL CHECK (recipient IN ('staff', 'customer')),
  chat_id BIGINT, -- NULL for the staff: their chat is known when the message is sent
  kind TEXT NOT NULL,
  order_id BIGINT REFERENCES orders (id),
  locale TEXT NOT NULL CHECK (locale IN ('uk', 'en')),
  payload TEXT NOT NULL, -- JSON: the facts that the order itself does not tell
  state TEXT NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'closed', 'given_up')),
  attempts BIGINT NOT NULL DEFAULT 0,
  due_at BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  finished_at BIGINT,
  last_error TEXT
);
CREATE INDEX outbox_queued ON outbox (due_at) WHERE state = 'queued';
CREATE INDEX outbox_of_order ON outbox (order_id);
