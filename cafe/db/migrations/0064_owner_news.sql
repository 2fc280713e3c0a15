-- News of the cafe for those who run it, in their own chats with the bot.

ALTER TABLE staff ADD COLUMN wants_news BIGINT NOT NULL DEFAULT 0; -- 1: two lines a day and each alarm

CREATE TABLE staff_news ( -- what somebody was told last of a subject: nothing is told twice
  staff_id BIGINT NOT NULL REFERENCES staff (id) ON DELETE CASCADE,
  subject TEXT NOT NULL, -- 'morning', 'evening', or 'check-' and a check that has failed
  told TEXT NOT NULL, -- the day of a line (ISO); 'failed'
  PRIMARY KEY (staff_id, subject)
);
