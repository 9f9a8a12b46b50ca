-- migrate: in pages
-- Credits without a package that were bought before fees were prices had the usual fee, which was
-- $15.
DO $$
DECLARE
  done bigint;
BEGIN
  LOOP
    UPDATE lot SET usual_proctor_fee = true
    WHERE id IN (
      SELECT id FROM lot
      WHERE package_id IS NULL AND proctor_fee_cents = 1500 AND NOT usual_proctor_fee
      ORDER BY id LIMIT 1000 FOR NO KEY UPDATE SKIP LOCKED);
    GET DIAGNOSTICS done = ROW_COUNT;
    COMMIT;
    EXIT WHEN done = 0 AND NOT EXISTS (
      SELECT FROM lot
      WHERE package_id IS NULL AND proctor_fee_cents = 1500 AND NOT usual_proctor_fee);
    IF done = 0 THEN PERFORM pg_sleep(0.1); END IF;
  END LOOP;
END $$;
