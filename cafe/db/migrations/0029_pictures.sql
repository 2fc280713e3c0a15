-- Pictures that were uploaded at the desk; their files lie in the folder of uploads, named by the hash.

CREATE TABLE pictures (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  sha256 TEXT NOT NULL UNIQUE, -- of the large file
  width BIGINT NOT NULL, -- pixels, of the large file
  height BIGINT NOT NULL,
  uploaded_at BIGINT NOT NULL -- Unix seconds, the last time
);
