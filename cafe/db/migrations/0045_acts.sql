-- What was done at the desk and on the kitchen screen by requests with an Idempotency-Key, so that a repeat does it once.

CREATE TABLE acts (
  id TEXT PRIMARY KEY, -- a hash of the key, who sent it, the route and the body
  run_id TEXT NOT NULL, -- the process that does it: the id of a process_runs row, which may be gone
  answer TEXT, -- sealed with the key, which is stored nowhere; NULL while it is done
  created_at BIGINT NOT NULL -- Unix seconds
);
CREATE INDEX acts_by_age ON acts (created_at);
