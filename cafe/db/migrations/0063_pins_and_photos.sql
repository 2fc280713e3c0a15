-- PINs of the staff: by one a person says at a tablet who they are, for what a tablet alone may not do.

ALTER TABLE staff ADD COLUMN pin TEXT; -- salt and slow hash; NULL: none

CREATE TABLE pin_tries ( -- of a tablet, since the last right PIN there
  device_id BIGINT PRIMARY KEY REFERENCES devices (id) ON DELETE CASCADE,
  tries BIGINT NOT NULL,
  locked_until BIGINT NOT NULL -- Unix seconds
);

-- Photos of dishes that Telegram has: they are sent again by its id, also by another process and after a restart.

CREATE TABLE sent_photos (
  picture TEXT PRIMARY KEY, -- hash of the file, or the address that Telegram fetched it from
  file_id TEXT NOT NULL
);
