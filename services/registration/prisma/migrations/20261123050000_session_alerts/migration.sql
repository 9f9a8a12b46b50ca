-- Students who want to be told by mail, once, when a session opens at a location.
CREATE TABLE session_alert (
  student_id bigint NOT NULL,
  location_id bigint NOT NULL,
  asked_at timestamptz NOT NULL,
  PRIMARY KEY (student_id, location_id)
);
-- the longest waiting are told first, and the oldest forgotten
CREATE INDEX session_alert_by_age ON session_alert (asked_at);
