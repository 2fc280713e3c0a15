-- Conversations that the bot is in the middle of; each ends by itself.

CREATE TABLE dialogs (
  id TEXT PRIMARY KEY, -- who, in which chat
  state TEXT,
  data TEXT NOT NULL, -- JSON
  expires_at BIGINT NOT NULL -- Unix seconds
);
CREATE INDEX dialogs_expiry ON dialogs (expires_at);
