-- Results of taken exams are asked from the vendors once a day (R-397).

-- A result of which only the vendor knows the exam.
ALTER TABLE exam_result ALTER COLUMN exam_id DROP NOT NULL;

-- New York's days for which it was noted whom to ask about; one replica at a time does so.
CREATE TABLE result_day (
  day date PRIMARY KEY,
  -- how far the list of ungraded exams was gone through
  after_registration_id bigint NOT NULL DEFAULT 0,
  lease_until timestamptz NOT NULL,
  done_at timestamptz
);

-- Students about whom a vendor is to be asked.
CREATE TABLE vendor_ask (
  student_id bigint NOT NULL,
  vendor text NOT NULL CHECK (vendor IN ('tal', 'coopersmith')),
  -- the day it was last noted for
  day date NOT NULL,
  -- empty: nothing to ask until it is noted again
  next_try_at timestamptz,
  tries integer NOT NULL DEFAULT 0,
  answered_at timestamptz,
  PRIMARY KEY (student_id, vendor)
);
CREATE INDEX vendor_ask_due ON vendor_ask (next_try_at) WHERE next_try_at IS NOT NULL;
