-- Whether a student came to a session (R-520): no row, expected. It stays when the student leaves the
-- session afterwards, since who was absent was.
CREATE TABLE attendance (
  session_id bigint NOT NULL REFERENCES session (id),
  student_id bigint NOT NULL,
  state text NOT NULL CHECK (state IN ('arrived', 'absent', 'left_early')),
  at timestamptz NOT NULL,
  recorded_by text NOT NULL,
  PRIMARY KEY (session_id, student_id)
);
CREATE INDEX attendance_of_student ON attendance (student_id);
