-- Which settings are newer is said by their version: who asks identity for them is not told when they were changed. A row
-- that an event wrote before is older than any version.
ALTER TABLE waiting_settings ADD COLUMN version bigint NOT NULL DEFAULT 0;
ALTER TABLE waiting_settings ALTER COLUMN changed_at DROP NOT NULL;
