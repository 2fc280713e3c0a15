-- What was done at tablets without a network, each act once, by the id that the tablet gave it. Unix seconds.

CREATE TABLE device_acts (
  act_id TEXT PRIMARY KEY,
  device_id BIGINT NOT NULL, -- without a reference: the tablet may be revoked since
  done_at BIGINT NOT NULL, -- by the tablet's clock
  at BIGINT NOT NULL, -- when it came
  order_id BIGINT, -- which it was about, or which it made
  why TEXT NOT NULL DEFAULT '', -- of a refused one; empty: it is done
  expected BIGINT -- what a sale comes to by the prices of now, in whole hryvnias
);
CREATE INDEX device_acts_by_time ON device_acts (at);
