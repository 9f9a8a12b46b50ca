-- What belongs to the online sitting and to the result leaves the registration: tables of their
-- own, with a row once there is something to say. While a release is rolled out, and after a way
-- back, pods of the version before read and write the columns of registration beside new ones, so
-- triggers keep both alike: here what old pods write, and in 20261122160400, after the copy, what
-- new ones write. The columns, their indexes and the triggers go with a migration of a later
-- release.

-- in the order of their writers
LOCK TABLE batch, registration IN SHARE ROW EXCLUSIVE MODE;

CREATE TABLE online_sitting (
  registration_id bigint PRIMARY KEY REFERENCES registration (id),
  proctor_reserved boolean NOT NULL DEFAULT false,
  proctor_uuid text,
  online_access boolean NOT NULL DEFAULT false,
  online_exam_started timestamptz,
  online_exam_completed timestamptz,
  online_exam_redirect timestamptz,
  online_exam_taken_override boolean NOT NULL DEFAULT false,
  -- end of the 24 hours in which a started exam may be resumed
  resume_until timestamptz,
  -- the exam was opened again, or its completed flag cleared: what partners say of the sitting
  -- before counts no more
  reopened_at timestamptz,
  -- the office took the access back: only a notice after it gives it again
  access_cleared_at timestamptz
);
CREATE UNIQUE INDEX online_sitting_proctor_uuid ON online_sitting (proctor_uuid)
  WHERE proctor_uuid IS NOT NULL;

CREATE TABLE exam_result (
  registration_id bigint PRIMARY KEY REFERENCES registration (id),
  taken_on date,
  arrived_back date,
  paper_exam_uploaded boolean NOT NULL DEFAULT false,
  batch_id bigint REFERENCES batch (id),
  grade text,
  grade_comment text,
  graded_on date,
  -- a grade that waits until the assignments are handed in (R-206)
  held_grade text,
  held_grade_comment text,
  is_passed boolean NOT NULL GENERATED ALWAYS AS (
    grade_comment IS NOT NULL AND grade_comment !~* 'fail|disqualified') STORED,
  CONSTRAINT exam_result_held_grade CHECK (held_grade IS NULL OR held_grade_comment IS NOT NULL)
);
CREATE INDEX exam_result_of_batch ON exam_result (batch_id) WHERE batch_id IS NOT NULL;
CREATE INDEX exam_result_held ON exam_result (registration_id)
  WHERE held_grade_comment IS NOT NULL;

CREATE FUNCTION online_sitting_from_registration() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO online_sitting (registration_id, proctor_reserved, proctor_uuid, online_access,
    online_exam_started, online_exam_completed, online_exam_redirect, online_exam_taken_override,
    resume_until, reopened_at, access_cleared_at)
  VALUES (NEW.id, NEW.proctor_reserved, NEW.proctor_uuid, NEW.online_access,
    NEW.online_exam_started, NEW.online_exam_completed, NEW.online_exam_redirect,
    NEW.online_exam_taken_override, NEW.resume_until, NEW.reopened_at, NEW.access_cleared_at)
  ON CONFLICT (registration_id) DO UPDATE SET
    proctor_reserved = excluded.proctor_reserved, proctor_uuid = excluded.proctor_uuid,
    online_access = excluded.online_access, online_exam_started = excluded.online_exam_started,
    online_exam_completed = excluded.online_exam_completed,
    online_exam_redirect = excluded.online_exam_redirect,
    online_exam_taken_override = excluded.online_exam_taken_override,
    resume_until = excluded.resume_until, reopened_at = excluded.reopened_at,
    access_cleared_at = excluded.access_cleared_at;
  RETURN NULL;
END $$;
CREATE TRIGGER online_sitting_inserted AFTER INSERT ON registration FOR EACH ROW
  WHEN (pg_trigger_depth() = 0 AND (NEW.proctor_reserved OR NEW.proctor_uuid IS NOT NULL
    OR NEW.online_access OR NEW.online_exam_started IS NOT NULL
    OR NEW.online_exam_completed IS NOT NULL OR NEW.online_exam_redirect IS NOT NULL
    OR NEW.online_exam_taken_override OR NEW.resume_until IS NOT NULL OR NEW.reopened_at IS NOT NULL
    OR NEW.access_cleared_at IS NOT NULL))
  EXECUTE FUNCTION online_sitting_from_registration();
CREATE TRIGGER online_sitting_updated AFTER UPDATE OF
  proctor_reserved, proctor_uuid, online_access, online_exam_started, online_exam_completed,
  online_exam_redirect, online_exam_taken_override, resume_until, reopened_at, access_cleared_at
  ON registration FOR EACH ROW
  WHEN (pg_trigger_depth() = 0 AND (OLD.proctor_reserved, OLD.proctor_uuid, OLD.online_access,
    OLD.online_exam_started, OLD.online_exam_completed, OLD.online_exam_redirect,
    OLD.online_exam_taken_override, OLD.resume_until, OLD.reopened_at,
    OLD.access_cleared_at) IS DISTINCT FROM (
    NEW.proctor_reserved, NEW.proctor_uuid, NEW.online_access, NEW.online_exam_started,
    NEW.online_exam_completed, NEW.online_exam_redirect, NEW.online_exam_taken_override,
    NEW.resume_until, NEW.reopened_at, NEW.access_cleared_at))
  EXECUTE FUNCTION online_sitting_from_registration();

CREATE FUNCTION exam_result_from_registration() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO exam_result (registration_id, taken_on, arrived_back, paper_exam_uploaded, batch_id,
    grade, grade_comment, graded_on, held_grade, held_grade_comment)
  VALUES (NEW.id, NEW.taken_on, NEW.arrived_back, NEW.paper_exam_uploaded, NEW.batch_id, NEW.grade,
    NEW.grade_comment, NEW.graded_on, NEW.held_grade, NEW.held_grade_comment)
  ON CONFLICT (registration_id) DO UPDATE SET
    taken_on = excluded.taken_on, arrived_back = excluded.arrived_back,
    paper_exam_uploaded = excluded.paper_exam_uploaded, batch_id = excluded.batch_id,
    grade = excluded.grade, grade_comment = excluded.grade_comment, graded_on = excluded.graded_on,
    held_grade = excluded.held_grade, held_grade_comment = excluded.held_grade_comment;
  RETURN NULL;
END $$;
CREATE TRIGGER exam_result_inserted AFTER INSERT ON registration FOR EACH ROW
  WHEN (pg_trigger_depth() = 0 AND (NEW.taken_on IS NOT NULL OR NEW.arrived_back IS NOT NULL
    OR NEW.paper_exam_uploaded OR NEW.batch_id IS NOT NULL OR NEW.grade IS NOT NULL
    OR NEW.grade_comment IS NOT NULL OR NEW.graded_on IS NOT NULL OR NEW.held_grade IS NOT NULL
    OR NEW.held_grade_comment IS NOT NULL))
  EXECUTE FUNCTION exam_result_from_registration();
CREATE TRIGGER exam_result_updated AFTER UPDATE OF
  taken_on, arrived_back, paper_exam_uploaded, batch_id, grade, grade_comment, graded_on,
  held_grade, held_grade_comment
  ON registration FOR EACH ROW
  WHEN (pg_trigger_depth() = 0 AND (OLD.taken_on, OLD.arrived_back, OLD.paper_exam_uploaded,
    OLD.batch_id, OLD.grade, OLD.grade_comment, OLD.graded_on, OLD.held_grade,
    OLD.held_grade_comment) IS DISTINCT FROM (
    NEW.taken_on, NEW.arrived_back, NEW.paper_exam_uploaded, NEW.batch_id, NEW.grade,
    NEW.grade_comment, NEW.graded_on, NEW.held_grade, NEW.held_grade_comment))
  EXECUTE FUNCTION exam_result_from_registration();
