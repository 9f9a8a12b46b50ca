-- When the id that TAL gave at the release of seminary exams was sent to identity; NULL: not yet, also of earlier releases (R-403).
ALTER TABLE seminary_student ADD COLUMN tal_id_sent_at timestamptz;
CREATE INDEX seminary_student_tal_id_to_send ON seminary_student (id)
  WHERE tal_id_sent_at IS NULL AND redeemed_exams = 1 AND release_told_at IS NOT NULL AND tal_student_id IS NOT NULL;
