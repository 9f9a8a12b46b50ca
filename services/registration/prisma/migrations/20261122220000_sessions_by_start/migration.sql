-- migrate: no transaction
CREATE INDEX CONCURRENTLY session_by_start ON session (starts_at);
