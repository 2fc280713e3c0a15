-- The people who run the cafe at the desk, and how they get in. Of secrets only hashes are stored.

CREATE TABLE staff (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE, -- case-folded, as nobody tells 'Олена' from 'олена' in a history
  role TEXT NOT NULL CHECK (role IN ('owner', 'manager', 'staff')),
  telegram_id BIGINT UNIQUE,
  is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)), -- nobody is deleted: histories name them
  created_at BIGINT NOT NULL -- Unix seconds
);

CREATE TABLE staff_sessions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  staff_id BIGINT NOT NULL REFERENCES staff (id),
  kind TEXT NOT NULL CHECK (kind IN ('cookie', 'bearer')),
  token_hash TEXT NOT NULL UNIQUE,
  agent TEXT NOT NULL, -- browser and system, in short words
  created_at BIGINT NOT NULL,
  seen_at BIGINT NOT NULL, -- to the minute
  expires_at BIGINT NOT NULL,
  confirmed_at BIGINT NOT NULL -- when the person last showed that it is they
);
CREATE INDEX staff_sessions_by_person ON staff_sessions (staff_id);

CREATE TABLE staff_links ( -- each is good for one person, once
  token_hash TEXT PRIMARY KEY,
  purpose TEXT NOT NULL CHECK (purpose IN ('sign_in', 'telegram')), -- telegram: whoever opens the bot by it is this person
  staff_id BIGINT REFERENCES staff (id), -- NULL: the first owner, who is made when it is used
  expires_at BIGINT NOT NULL
);

CREATE TABLE staff_codes ( -- shown on a page that waits, typed to the bot
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  code_hash TEXT NOT NULL UNIQUE,
  secret_hash TEXT NOT NULL UNIQUE, -- known to the page that waits: the code alone lets nobody in
  session_id BIGINT REFERENCES staff_sessions (id) ON DELETE CASCADE, -- to be confirmed; NULL: somebody signs in
  agent TEXT NOT NULL,
  staff_id BIGINT REFERENCES staff (id), -- who typed it
  is_granted INTEGER CHECK (is_granted IN (0, 1)), -- what they answered
  expires_at BIGINT NOT NULL
);

CREATE TABLE staff_guesses ( -- wrong codes of the last minute
  staff_id BIGINT NOT NULL,
  guessed_at BIGINT NOT NULL
);
