-- Grades that arrive, papers that are back, and what the office corrects about online exams.

ALTER TABLE registration
  -- a grade that waits until the assignments are handed in (R-206)
  ADD COLUMN held_grade text,
  ADD COLUMN held_grade_comment text,
  -- the exam was opened again, or its completed flag cleared: what partners say of the sitting before counts no more
  ADD COLUMN reopened_at timestamptz,
  -- the office took the access back: only a notice after it gives it again
  ADD COLUMN access_cleared_at timestamptz,
  ADD CONSTRAINT registration_held_grade CHECK (held_grade IS NULL OR held_grade_comment IS NOT NULL),
  ADD CONSTRAINT registration_retake_paid CHECK (NOT vendor_approved_retake_with_fee OR retake_payment_id IS NOT NULL OR status IN ('pending', 'dropped'));
CREATE INDEX registration_ungraded ON registration (id) WHERE status = 'taken';
CREATE INDEX registration_held ON registration (id) WHERE status = 'taken' AND held_grade_comment IS NOT NULL;
CREATE UNIQUE INDEX registration_retake_payment ON registration (retake_payment_id) WHERE retake_payment_id IS NOT NULL;

-- Files of exam batches as they came, under a random name; given out only through a checked call (R-347).
CREATE TABLE batch_file (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  size integer NOT NULL CHECK (size > 0),
  sha256 text NOT NULL,
  content bytea NOT NULL,
  uploaded_by bigint NOT NULL,
  uploaded_at timestamptz NOT NULL
);

-- The scan of a paper: a file of its own, or one inside a ZIP.
CREATE TABLE paper_scan (
  registration_id bigint NOT NULL REFERENCES registration (id),
  file_id uuid NOT NULL REFERENCES batch_file (id),
  -- empty: the file itself
  inner_name text,
  PRIMARY KEY (registration_id, file_id)
);
