-- Who changed what in the catalogue and the settings, to be looked up and undone.

CREATE TABLE changes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at BIGINT NOT NULL, -- Unix seconds
  way TEXT NOT NULL, -- desk, chat, command, file
  actor TEXT NOT NULL, -- the person's name at that time
  staff_id BIGINT, -- NULL: nobody of the staff, but a command or a file
  undo_of BIGINT REFERENCES changes (id) -- NULL: it undoes nothing
);
CREATE UNIQUE INDEX changes_undone ON changes (undo_of) WHERE undo_of IS NOT NULL; -- each is undone once

CREATE TABLE changed_items (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  change_id BIGINT NOT NULL REFERENCES changes (id) ON DELETE CASCADE,
  entity TEXT NOT NULL, -- a table of the catalogue file
  entity_key TEXT NOT NULL, -- its slug or code; '' for the settings
  name TEXT NOT NULL, -- what it was called then
  before TEXT, -- JSON: the fields that changed, as they were; NULL: it was added
  after TEXT -- JSON: the same fields, as they became; NULL: it was deleted
);
CREATE INDEX changed_items_of_change ON changed_items (change_id);
CREATE INDEX changed_items_by_entity ON changed_items (entity, entity_key, id);
