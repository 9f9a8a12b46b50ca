-- The process that redeems the exams of a student now, and what TAL has to be told of them.
ALTER TABLE seminary_student
  ADD COLUMN redeeming uuid,
  -- what TAL calls the student
  ADD COLUMN tal_student_id text,
  -- when TAL was told to release the papers, or to keep them back for good
  ADD COLUMN release_told_at timestamptz,
  -- when TAL is told again of what it could not be told
  ADD COLUMN tell_at timestamptz NOT NULL DEFAULT '-infinity',
  ADD COLUMN tell_tries integer NOT NULL DEFAULT 0;
-- what was decided before has been told
UPDATE seminary_student SET release_told_at = redeemed_at WHERE redeemed_exams IS NOT NULL;
CREATE INDEX seminary_student_to_release ON seminary_student (tell_at)
  WHERE redeemed_exams IS NOT NULL AND release_told_at IS NULL;

ALTER TABLE seminary_exam
  -- what TAL calls the exam; null as long as it has not been told of it
  ADD COLUMN tal_reference text;
