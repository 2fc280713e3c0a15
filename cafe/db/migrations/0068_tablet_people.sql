-- Who works at a tablet, as they said there by their PIN: the orders' histories name them beside it.

ALTER TABLE devices ADD COLUMN staff_id BIGINT REFERENCES staff (id);
ALTER TABLE devices ADD COLUMN staff_until BIGINT NOT NULL DEFAULT 0; -- Unix seconds
