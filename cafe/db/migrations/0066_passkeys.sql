-- Passkeys (WebAuthn) of the staff, and a code on paper for whoever has lost every other way in.

CREATE TABLE passkeys (
  id TEXT PRIMARY KEY, -- the credential's id, base64url
  staff_id BIGINT NOT NULL REFERENCES staff (id) ON DELETE CASCADE,
  public_key TEXT NOT NULL, -- COSE, base64url
  sign_count BIGINT NOT NULL, -- as the authenticator told last; 0 where it does not count
  agent TEXT NOT NULL, -- the browser and system that it was made in
  created_at BIGINT NOT NULL, -- Unix seconds
  used_at BIGINT -- Unix seconds
);
CREATE INDEX passkeys_by_staff ON passkeys (staff_id);

CREATE TABLE passkey_challenges ( -- what a browser has to sign, once
  challenge_hash TEXT PRIMARY KEY,
  session_id BIGINT REFERENCES staff_sessions (id) ON DELETE CASCADE, -- to be confirmed, or to get a passkey; NULL: somebody signs in
  expires_at BIGINT NOT NULL
);

CREATE TABLE recovery_codes (
  staff_id BIGINT PRIMARY KEY REFERENCES staff (id) ON DELETE CASCADE,
  code_hash TEXT NOT NULL UNIQUE,
  created_at BIGINT NOT NULL -- Unix seconds
);
