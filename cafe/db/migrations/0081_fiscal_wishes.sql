-- Shifts that somebody opens or closes by hand: what makes receipts does it, one act after another.

CREATE TABLE fiscal_wishes (
  service TEXT PRIMARY KEY,
  act TEXT NOT NULL CHECK (act IN ('open', 'close')),
  actor TEXT NOT NULL,
  at BIGINT NOT NULL,
  problem TEXT -- why it is not done yet
);
