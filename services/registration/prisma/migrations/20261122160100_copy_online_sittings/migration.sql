-- migrate: in pages
-- The online sittings from before the triggers. A page waits for nobody and lets writers wait for
-- milliseconds: what is locked is taken by another round, unless its writer's trigger copied it.
DO $$
DECLARE
  first bigint;
  last bigint;
BEGIN
  LOOP
    first := 0;
    LOOP
      SELECT max(id) INTO last
      FROM (SELECT id FROM registration WHERE id >= first ORDER BY id LIMIT 1000) AS page;
      EXIT WHEN last IS NULL;
      INSERT INTO online_sitting (registration_id, proctor_reserved, proctor_uuid, online_access,
        online_exam_started, online_exam_completed, online_exam_redirect,
        online_exam_taken_override, resume_until, reopened_at, access_cleared_at)
      SELECT r.id, r.proctor_reserved, r.proctor_uuid, r.online_access, r.online_exam_started,
        r.online_exam_completed, r.online_exam_redirect, r.online_exam_taken_override,
        r.resume_until, r.reopened_at, r.access_cleared_at
      FROM registration r
      WHERE r.id BETWEEN first AND last
        AND (r.proctor_reserved OR r.proctor_uuid IS NOT NULL OR r.online_access
          OR r.online_exam_started IS NOT NULL OR r.online_exam_completed IS NOT NULL
          OR r.online_exam_redirect IS NOT NULL OR r.online_exam_taken_override
          OR r.resume_until IS NOT NULL OR r.reopened_at IS NOT NULL
          OR r.access_cleared_at IS NOT NULL)
        AND NOT EXISTS (SELECT FROM online_sitting t WHERE t.registration_id = r.id)
      FOR NO KEY UPDATE OF r SKIP LOCKED
      ON CONFLICT (registration_id) DO NOTHING;
      COMMIT;
      first := last + 1;
    END LOOP;
    EXIT WHEN NOT EXISTS (
      SELECT FROM registration r
      WHERE (r.proctor_reserved OR r.proctor_uuid IS NOT NULL OR r.online_access
          OR r.online_exam_started IS NOT NULL OR r.online_exam_completed IS NOT NULL
          OR r.online_exam_redirect IS NOT NULL OR r.online_exam_taken_override
          OR r.resume_until IS NOT NULL OR r.reopened_at IS NOT NULL
          OR r.access_cleared_at IS NOT NULL)
        AND NOT EXISTS (SELECT FROM online_sitting t WHERE t.registration_id = r.id));
    PERFORM pg_sleep(0.1);
  END LOOP;
END $$;
