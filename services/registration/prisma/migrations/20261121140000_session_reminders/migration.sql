-- Sessions whose students were reminded, once each: also when the session's time moves, and whichever replica did it.
CREATE TABLE session_reminder (
  registration_id bigint NOT NULL REFERENCES registration (id),
  session_id bigint NOT NULL REFERENCES session (id),
  reminded_at timestamptz NOT NULL,
  PRIMARY KEY (registration_id, session_id)
);
