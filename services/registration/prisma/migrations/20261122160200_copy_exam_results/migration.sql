-- migrate: in pages
-- The results from before the triggers. A page waits for nobody and lets writers wait for
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
      INSERT INTO exam_result (registration_id, taken_on, arrived_back, paper_exam_uploaded,
        batch_id, grade, grade_comment, graded_on, held_grade, held_grade_comment)
      SELECT r.id, r.taken_on, r.arrived_back, r.paper_exam_uploaded, r.batch_id, r.grade,
        r.grade_comment, r.graded_on, r.held_grade, r.held_grade_comment
      FROM registration r
      WHERE r.id BETWEEN first AND last
        AND (r.taken_on IS NOT NULL OR r.arrived_back IS NOT NULL OR r.paper_exam_uploaded
          OR r.batch_id IS NOT NULL OR r.grade IS NOT NULL OR r.grade_comment IS NOT NULL
          OR r.graded_on IS NOT NULL OR r.held_grade IS NOT NULL
          OR r.held_grade_comment IS NOT NULL)
        AND NOT EXISTS (SELECT FROM exam_result t WHERE t.registration_id = r.id)
      FOR NO KEY UPDATE OF r SKIP LOCKED
      ON CONFLICT (registration_id) DO NOTHING;
      COMMIT;
      first := last + 1;
    END LOOP;
    EXIT WHEN NOT EXISTS (
      SELECT FROM registration r
      WHERE (r.taken_on IS NOT NULL OR r.arrived_back IS NOT NULL OR r.paper_exam_uploaded
          OR r.batch_id IS NOT NULL OR r.grade IS NOT NULL OR r.grade_comment IS NOT NULL
          OR r.graded_on IS NOT NULL OR r.held_grade IS NOT NULL
          OR r.held_grade_comment IS NOT NULL)
        AND NOT EXISTS (SELECT FROM exam_result t WHERE t.registration_id = r.id));
    PERFORM pg_sleep(0.1);
  END LOOP;
END $$;
