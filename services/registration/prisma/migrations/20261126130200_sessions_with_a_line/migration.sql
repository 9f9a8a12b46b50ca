-- migrate: no transaction
CREATE INDEX CONCURRENTLY session_with_line ON session (id) WHERE has_line;
