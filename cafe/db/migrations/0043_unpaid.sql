-- When the guest of an unpaid card order was told that it will be cancelled (Unix seconds).
ALTER TABLE orders ADD COLUMN pay_warned_at BIGINT; -- NULL: not yet
