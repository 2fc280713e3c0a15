-- Delivery by zone. An order keeps what its zone was when it was placed.

CREATE TABLE zones (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  slug TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  name_en TEXT NOT NULL,
  fee BIGINT NOT NULL, -- whole UAH
  min_amount BIGINT NOT NULL,
  free_from BIGINT NOT NULL, -- 0: never
  extra_minutes BIGINT NOT NULL,
  sort_order BIGINT NOT NULL, -- the order of preference
  is_active INTEGER NOT NULL CHECK (is_active IN (0, 1)),
  hours TEXT NOT NULL, -- ranges of local time, empty: always
  paused_until BIGINT NOT NULL, -- Unix seconds
  rings TEXT NOT NULL, -- JSON: [{lat, lon, km}]
  polygons TEXT NOT NULL, -- JSON: [[[lat, lon], …], …]
  streets TEXT NOT NULL -- JSON: entries such as 'Зелена 1-40 парні'
);

ALTER TABLE orders ADD COLUMN zone_id BIGINT; -- the zone may be deleted meanwhile
ALTER TABLE orders ADD COLUMN zone_name TEXT;
ALTER TABLE orders ADD COLUMN zone_name_en TEXT;
ALTER TABLE orders ADD COLUMN zone_minutes BIGINT NOT NULL DEFAULT 0;
ALTER TABLE orders ADD COLUMN zone_by TEXT CHECK (zone_by IN ('pin', 'street', 'choice', 'staff'));
ALTER TABLE orders ADD COLUMN pin TEXT; -- 'lat,lon' in degrees

ALTER TABLE order_edits ADD COLUMN zone TEXT; -- JSON: the zones and fees before and after, if that changed
