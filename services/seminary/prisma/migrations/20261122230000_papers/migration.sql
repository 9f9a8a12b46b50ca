-- Scans of papers; given out by checked calls alone.
CREATE TABLE paper_file (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  type text NOT NULL,
  size integer NOT NULL CHECK (size > 0),
  sha256 text NOT NULL,
  content bytea NOT NULL,
  uploaded_by bigint NOT NULL,
  uploaded_at timestamptz NOT NULL
);
ALTER TABLE seminary_exam
  -- when TAL had the paper
  ADD COLUMN paper_sent_at timestamptz,
  -- when TAL is told of the paper, or asked for its grade, again
  ADD COLUMN follow_at timestamptz NOT NULL DEFAULT '-infinity',
  ADD COLUMN follow_tries integer NOT NULL DEFAULT 0;
CREATE INDEX seminary_exam_followed ON seminary_exam (follow_at)
  WHERE file_key IS NOT NULL AND grade_comment IS NULL;
