-- Who gave a pairing code: the history of changes names them once a tablet is paired with it.
ALTER TABLE pairing_codes ADD COLUMN way TEXT NOT NULL DEFAULT 'command'; -- desk, chat, command
ALTER TABLE pairing_codes ADD COLUMN actor TEXT NOT NULL DEFAULT ''; -- the person's name
ALTER TABLE pairing_codes ADD COLUMN staff_id BIGINT; -- NULL: nobody at the desk
