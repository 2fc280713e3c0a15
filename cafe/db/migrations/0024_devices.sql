-- The cafe's own tablets: the kitchen screen is shown to them alone.

CREATE TABLE devices (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL, -- stands in the history of the orders that are moved on it
  token_hash TEXT NOT NULL UNIQUE, -- of the token in its cookie
  paired_at BIGINT NOT NULL, -- Unix seconds
  seen_at BIGINT NOT NULL -- Unix seconds, to the minute
);

CREATE TABLE pairing_codes (
  code_hash TEXT PRIMARY KEY,
  name TEXT NOT NULL, -- of the device that pairs with it
  expires_at BIGINT NOT NULL -- Unix seconds
);

CREATE TABLE pairing_guesses ( -- wrong codes of the last minute
  guessed_at BIGINT NOT NULL -- Unix seconds
);
