-- A language is a folder of texts: which ones there are is no longer the schema's. A CHECK cannot be changed in SQLite.

ALTER TABLE customers ADD COLUMN new_locale TEXT NOT NULL DEFAULT 'uk';
UPDATE customers SET new_locale = locale;
ALTER TABLE customers DROP COLUMN locale;
ALTER TABLE customers RENAME COLUMN new_locale TO locale;

ALTER TABLE outbox ADD COLUMN new_locale TEXT NOT NULL DEFAULT 'uk';
UPDATE outbox SET new_locale = locale;
ALTER TABLE outbox DROP COLUMN locale;
ALTER TABLE outbox RENAME COLUMN new_locale TO locale;

ALTER TABLE push_subscriptions ADD COLUMN new_locale TEXT NOT NULL DEFAULT 'uk';
UPDATE push_subscriptions SET new_locale = locale;
ALTER TABLE push_subscriptions DROP COLUMN locale;
ALTER TABLE push_subscriptions RENAME COLUMN new_locale TO locale;
