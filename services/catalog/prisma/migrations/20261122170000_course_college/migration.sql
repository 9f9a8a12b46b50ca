-- The college whose students take the course version of an exam (R-112, R-149). Until now an id in
-- code; null is everybody.
ALTER TABLE exam ADD COLUMN course_college_id bigint;
UPDATE exam SET course_college_id = 269 WHERE alternate_course_version IS NOT NULL;
