-- Opening hours by the day of the week, special days, and when in the day dishes are offered. All times are on the
-- cafe's own clock, so they are text: '08:00-15:00 17:00-22:00'.

-- Seven rows, or none: then work_hours_from and work_hours_to hold for every day.
CREATE TABLE week_hours (
  day TEXT PRIMARY KEY CHECK (day IN ('mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun')),
  ranges TEXT NOT NULL -- '': closed
);

CREATE TABLE special_days (
  day TEXT PRIMARY KEY, -- '2026-12-25'
  ranges TEXT NOT NULL, -- '': closed
  message TEXT NOT NULL,
  message_en TEXT NOT NULL
);

-- '': always
ALTER TABLE categories ADD COLUMN available TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN available TEXT NOT NULL DEFAULT '';
