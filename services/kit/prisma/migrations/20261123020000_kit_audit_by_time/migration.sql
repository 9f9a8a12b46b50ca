-- migrate: no transaction
-- The office reads what everybody did, newest first.
CREATE INDEX CONCURRENTLY audit_time ON audit (at DESC, id DESC);
