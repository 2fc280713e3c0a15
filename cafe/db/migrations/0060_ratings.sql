-- What guests thought of an order: asked once, a while after it (setting rating_minutes). Times in Unix seconds.
CREATE TABLE ratings (
  order_id BIGINT PRIMARY KEY REFERENCES orders (id),
  asked_at BIGINT NOT NULL,
  is_good BIGINT, -- NULL: no answer yet
  words TEXT NOT NULL DEFAULT '',
  rated_at BIGINT -- when the thumb was pressed first
);
CREATE INDEX ratings_by_time ON ratings (rated_at) WHERE rated_at IS NOT NULL;
