-- Keys of outside services that the owner has typed at the desk.

CREATE TABLE typed_keys (
  name TEXT PRIMARY KEY, -- as in the environment, in lower case
  value TEXT NOT NULL, -- encrypted with a key derived from the secret key
  typed_at BIGINT NOT NULL -- Unix seconds
);
