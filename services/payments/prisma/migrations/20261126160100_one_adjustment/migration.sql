-- migrate: no transaction
-- A difference is adjusted once.
CREATE UNIQUE INDEX CONCURRENTLY money_entry_one_adjustment ON money_entry (difference_id) WHERE difference_id IS NOT NULL;
