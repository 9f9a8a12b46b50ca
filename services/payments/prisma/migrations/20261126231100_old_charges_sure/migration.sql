-- migrate: in pages
-- Payments that were dropped more than a week ago: the nightly comparison with what the processor
-- settled has found whatever came of them.
DO $$
DECLARE
  done bigint;
BEGIN
  LOOP
    UPDATE payment SET sure_at = attempted_at
    WHERE id IN (
      SELECT id FROM payment
      WHERE state = 'dropped' AND sure_at IS NULL AND attempted_at < now() - interval '7 days'
      ORDER BY id LIMIT 1000 FOR NO KEY UPDATE SKIP LOCKED);
    GET DIAGNOSTICS done = ROW_COUNT;
    COMMIT;
    EXIT WHEN done = 0 AND NOT EXISTS (
      SELECT FROM payment
      WHERE state = 'dropped' AND sure_at IS NULL AND attempted_at < now() - interval '7 days');
    IF done = 0 THEN PERFORM pg_sleep(0.1); END IF;
  END LOOP;
END $$;
