-- Nothing grows for ever (retention.ts): each of these finds what is old enough to go, oldest first.
CREATE INDEX outbox_sent_order ON outbox (sent_at, id) WHERE sent_at IS NOT NULL;
DROP INDEX outbox_sent;
CREATE INDEX inbox_age ON inbox (handled_at);
CREATE INDEX mail_age ON mail (sent_at) WHERE sent_at IS NOT NULL;
CREATE INDEX process_age ON process (created_at) WHERE status IN ('done', 'refused');
-- Keys that a person's browser made; those that services make of a process or a row have a colon, and are kept longer.
CREATE INDEX idempotency_age_of_browsers ON idempotency (created_at) WHERE position(':' in key) = 0;

-- How far a stream that was lost is filled again: rows sent after refill_from (and this id), up to refill_until. Null: nothing to fill.
ALTER TABLE outbox_stream
  ADD COLUMN refill_from timestamptz,
  ADD COLUMN refill_after uuid,
  ADD COLUMN refill_until timestamptz;
