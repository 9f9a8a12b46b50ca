-- migrate: no transaction
CREATE INDEX CONCURRENTLY online_sitting_started ON online_sitting (online_exam_started)
  WHERE online_exam_started IS NOT NULL;
