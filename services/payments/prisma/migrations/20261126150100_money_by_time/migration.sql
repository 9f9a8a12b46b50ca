-- migrate: no transaction
CREATE INDEX CONCURRENTLY money_entry_by_time ON money_entry (at);
