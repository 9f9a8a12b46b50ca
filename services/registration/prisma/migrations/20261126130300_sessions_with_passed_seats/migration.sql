-- migrate: no transaction
CREATE INDEX CONCURRENTLY session_with_passed_seats ON session (id) WHERE passed_seats > 0;
