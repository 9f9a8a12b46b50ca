-- No call ever disabled a student's account; where an operator did by SQL, a bar from signing in without end takes its place (R-551).
WITH disabled AS (
  UPDATE student s SET sign_in_barred_until = '9999-12-31T00:00:00Z', version = s.version + 1
  FROM student_account a WHERE a.student_id = s.id AND a.disabled RETURNING s.id)
INSERT INTO student_bar (student_id, levels, reason, set_by_id, set_by, set_at)
SELECT id, ARRAY['sign_in'], 'The account was disabled', 0, 'system', clock_timestamp() FROM disabled;
