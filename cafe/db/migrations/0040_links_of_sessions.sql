-- At which session a link to the bot was made: that one stays when the person's Telegram account is another from then on.
ALTER TABLE staff_links ADD COLUMN session_id BIGINT REFERENCES staff_sessions (id) ON DELETE CASCADE; -- NULL: at none
