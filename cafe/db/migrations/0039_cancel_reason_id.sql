-- Which of the usual reasons the staff cancelled for: the guest reads it in words and language of their own.
ALTER TABLE orders ADD COLUMN cancel_reason_id TEXT; -- NULL: none of them, or none at all
