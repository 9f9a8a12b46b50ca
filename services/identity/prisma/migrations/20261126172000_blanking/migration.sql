-- People whose personal data is to be removed, or was: the list by which a restored backup is
-- blanked again (C-O60, R-590, R-593).
CREATE TABLE blanking (
  id uuid PRIMARY KEY,
  student_id bigint NOT NULL REFERENCES student,
  reason text NOT NULL,
  asked_by_id bigint NOT NULL,
  asked_by text NOT NULL,
  asked_at timestamptz NOT NULL,
  -- The earliest moment; later where something is in the way then.
  blank_on timestamptz NOT NULL,
  -- The bar that keeps the student out meanwhile; null where another one did already.
  bar_id bigint,
  withdrawn_by text,
  withdrawn_at timestamptz,
  begun_at timestamptz,
  done_at timestamptz,
  CONSTRAINT blanking_withdrawn CHECK ((withdrawn_by IS NULL) = (withdrawn_at IS NULL)),
  CONSTRAINT blanking_one_end CHECK (withdrawn_at IS NULL OR begun_at IS NULL),
  CONSTRAINT blanking_done CHECK (done_at IS NULL OR begun_at IS NOT NULL)
);
CREATE UNIQUE INDEX blanking_of_student ON blanking (student_id) WHERE withdrawn_at IS NULL;
CREATE INDEX blanking_due ON blanking (blank_on) WHERE withdrawn_at IS NULL AND begun_at IS NULL;
CREATE INDEX blanking_of ON blanking (student_id);
CREATE INDEX blanking_newest ON blanking (asked_at DESC, id DESC);
