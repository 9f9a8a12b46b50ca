-- A mail that its server refused for days is a dead letter: next_try_at is infinity, an operator may run it again (redrive.ts).
ALTER TABLE mail ADD COLUMN dead_at timestamptz;
CREATE INDEX mail_dead ON mail (dead_at) WHERE dead_at IS NOT NULL;
