-- The way back, for what new pods write: after the copy, which would otherwise write each row of
-- registration once more. With the columns it goes in a migration of a later release.

-- That a graded registration has its grade is asked at the end of a transaction, in the table where
-- the grade is.
ALTER TABLE registration DROP CONSTRAINT registration_check4,
  ALTER COLUMN is_passed DROP NOT NULL;
CREATE FUNCTION registration_graded_has_grade() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM registration r WHERE r.id = NEW.id AND r.status = 'graded')
    AND NOT EXISTS (
      SELECT FROM exam_result x WHERE x.registration_id = NEW.id AND x.grade_comment IS NOT NULL)
  THEN
    RAISE EXCEPTION 'registration % is graded without a grade', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'registration_graded_has_grade';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER registration_graded_has_grade
  AFTER INSERT OR UPDATE OF status ON registration DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.status = 'graded') EXECUTE FUNCTION registration_graded_has_grade();

CREATE FUNCTION online_sitting_to_registration() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE registration r SET
    proctor_reserved = NEW.proctor_reserved, proctor_uuid = NEW.proctor_uuid,
    online_access = NEW.online_access, online_exam_started = NEW.online_exam_started,
    online_exam_completed = NEW.online_exam_completed,
    online_exam_redirect = NEW.online_exam_redirect,
    online_exam_taken_override = NEW.online_exam_taken_override, resume_until = NEW.resume_until,
    reopened_at = NEW.reopened_at, access_cleared_at = NEW.access_cleared_at
  WHERE r.id = NEW.registration_id
    AND (r.proctor_reserved, r.proctor_uuid, r.online_access, r.online_exam_started,
      r.online_exam_completed, r.online_exam_redirect, r.online_exam_taken_override, r.resume_until,
      r.reopened_at, r.access_cleared_at) IS DISTINCT FROM (
      NEW.proctor_reserved, NEW.proctor_uuid, NEW.online_access, NEW.online_exam_started,
      NEW.online_exam_completed, NEW.online_exam_redirect, NEW.online_exam_taken_override,
      NEW.resume_until, NEW.reopened_at, NEW.access_cleared_at);
  RETURN NULL;
END $$;
CREATE TRIGGER online_sitting_written AFTER INSERT OR UPDATE ON online_sitting FOR EACH ROW
  WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION online_sitting_to_registration();

CREATE FUNCTION exam_result_to_registration() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE registration r SET
    taken_on = NEW.taken_on, arrived_back = NEW.arrived_back,
    paper_exam_uploaded = NEW.paper_exam_uploaded, batch_id = NEW.batch_id, grade = NEW.grade,
    grade_comment = NEW.grade_comment, graded_on = NEW.graded_on, held_grade = NEW.held_grade,
    held_grade_comment = NEW.held_grade_comment
  WHERE r.id = NEW.registration_id
    AND (r.taken_on, r.arrived_back, r.paper_exam_uploaded, r.batch_id, r.grade, r.grade_comment,
      r.graded_on, r.held_grade, r.held_grade_comment) IS DISTINCT FROM (
      NEW.taken_on, NEW.arrived_back, NEW.paper_exam_uploaded, NEW.batch_id, NEW.grade,
      NEW.grade_comment, NEW.graded_on, NEW.held_grade, NEW.held_grade_comment);
  RETURN NULL;
END $$;
CREATE TRIGGER exam_result_written AFTER INSERT OR UPDATE ON exam_result FOR EACH ROW
  WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION exam_result_to_registration();
