-- What several processes of one database share: updates of the bot that one takes and another handles, and attempts at promo codes.

CREATE TABLE telegram_updates (
  update_id BIGINT PRIMARY KEY, -- Telegram's: the same update sent again is the same row
  body TEXT NOT NULL, -- JSON; '' once it is handled
  received_at BIGINT NOT NULL, -- Unix seconds
  claimed_by TEXT, -- the id of a process_runs row, which may be gone
  is_handled INTEGER NOT NULL DEFAULT 0 CHECK (is_handled IN (0, 1))
);
CREATE INDEX telegram_updates_waiting ON telegram_updates (update_id) WHERE is_handled = 0;

CREATE TABLE promo_attempts (
  customer_id BIGINT PRIMARY KEY, -- without a row in customers: a guest gets one with the first cart line
  moments TEXT NOT NULL, -- JSON list, Unix seconds: attempts that failed or are under way
  last_at BIGINT NOT NULL
);
CREATE INDEX promo_attempts_by_age ON promo_attempts (last_at);
