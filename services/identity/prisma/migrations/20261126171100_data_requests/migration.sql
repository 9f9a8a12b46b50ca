-- Exports of what all services keep about a student (C-O59, R-588).
CREATE TABLE data_request (
  id uuid PRIMARY KEY,
  student_id bigint NOT NULL REFERENCES student,
  -- Made by staff: with what staff wrote for staff, and not shown to the student.
  for_office boolean NOT NULL,
  reason text,
  asked_by_id bigint NOT NULL,
  asked_by text NOT NULL,
  asked_at timestamptz NOT NULL,
  ready_at timestamptz,
  until timestamptz,
  CONSTRAINT data_request_ready CHECK ((ready_at IS NULL) = (until IS NULL)),
  CONSTRAINT data_request_reason CHECK (for_office = (reason IS NOT NULL))
);
CREATE INDEX data_request_of ON data_request (student_id, asked_at DESC);
CREATE INDEX data_request_newest ON data_request (asked_at DESC, id DESC);
CREATE INDEX data_request_until ON data_request (until) WHERE until IS NOT NULL;

-- What one service gave; deleted when the request is over.
CREATE TABLE data_request_part (
  request_id uuid NOT NULL REFERENCES data_request ON DELETE CASCADE,
  service text NOT NULL,
  tables jsonb NOT NULL,
  PRIMARY KEY (request_id, service)
);
