-- The cafe's printers, and each page that one of them has to print. Unix seconds.

CREATE TABLE printers (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE, -- case-folded
  token_hash TEXT NOT NULL UNIQUE, -- of the token that it, or its agent, shows
  width BIGINT NOT NULL CHECK (width IN (58, 80)), -- of the paper, in millimetres
  locale TEXT NOT NULL,
  pages TEXT NOT NULL, -- JSON list
  order_types TEXT NOT NULL, -- JSON list; empty: all
  categories TEXT NOT NULL, -- JSON list of ids; empty: all
  moment TEXT NOT NULL CHECK (moment IN ('placed', 'accepted', 'due')),
  copies BIGINT NOT NULL CHECK (copies > 0),
  address TEXT NOT NULL, -- in the cafe's own network, for its agent
  opens_drawer BIGINT NOT NULL,
  rings BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  seen_at BIGINT, -- when it last asked; NULL: never
  way TEXT CHECK (way IN ('agent', 'cloudprnt', 'epson')),
  trouble TEXT, -- what it said last
  told_at BIGINT -- when the staff were told that it does not print; NULL: it does
);

CREATE TABLE print_jobs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- Without references: no order may fail because its printer is being deleted.
  printer_id BIGINT NOT NULL,
  origin_id BIGINT NOT NULL, -- the printer that it was for at first
  page TEXT NOT NULL,
  subject_id BIGINT NOT NULL, -- the order, or the till's day
  version BIGINT NOT NULL, -- of the order, or the number of an edit
  part BIGINT NOT NULL, -- 0, 1, … of several copies, or asked for by hand
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'printed', 'dropped')),
  is_copy BIGINT NOT NULL DEFAULT 0, -- whether the page says so
  by_hand BIGINT NOT NULL DEFAULT 0,
  tries BIGINT NOT NULL DEFAULT 0, -- that may have left something on paper
  due_at BIGINT NOT NULL,
  sent_at BIGINT,
  ended_at BIGINT,
  UNIQUE (origin_id, page, subject_id, version, part)
);
CREATE INDEX print_jobs_open ON print_jobs (printer_id, id) WHERE state IN ('waiting', 'sent');
CREATE INDEX print_jobs_of_printer ON print_jobs (printer_id);
CREATE INDEX print_jobs_ended ON print_jobs (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX print_jobs_dropped ON print_jobs (id) WHERE state = 'dropped';
