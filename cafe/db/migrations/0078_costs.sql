-- What ingredients cost, and what was sold of them. A cost of an ingredient is in millionths of a hryvnia for one of its unit,
-- since a gram costs fractions of a kopiyka; NULL: not known.

ALTER TABLE ingredients ADD COLUMN cost BIGINT CHECK (cost >= 0); -- the weighted average of what there is

ALTER TABLE stock_moves ADD COLUMN paid BIGINT CHECK (paid >= 0); -- kopiykas for all of a delivery; NULL: not stated
ALTER TABLE stock_moves ADD COLUMN cost_before BIGINT; -- the ingredient's cost before the move and after it
ALTER TABLE stock_moves ADD COLUMN cost_after BIGINT;
ALTER TABLE stock_moves ADD COLUMN undoes BIGINT REFERENCES stock_moves (id); -- the move that this one takes back
CREATE UNIQUE INDEX stock_moves_undone ON stock_moves (undoes) WHERE undoes IS NOT NULL;
CREATE INDEX stock_moves_written_off ON stock_moves (created_at) WHERE kind = 'write_off';

ALTER TABLE order_lines ADD COLUMN cost BIGINT; -- kopiykas for one piece, by the averages when it was taken; NULL: not known
