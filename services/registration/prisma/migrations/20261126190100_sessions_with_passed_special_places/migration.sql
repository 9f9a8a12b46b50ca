-- migrate: no transaction
CREATE INDEX CONCURRENTLY session_with_passed_special ON session (id) WHERE passed_special > 0;
