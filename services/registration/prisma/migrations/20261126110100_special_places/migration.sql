-- What a student's place in a session takes: a seat, a place in a special room, or neither where
-- staff booked without one. And since when the student waits for a special place, if at all.
ALTER TABLE student_session
  ADD COLUMN takes text NOT NULL DEFAULT 'seat'
    CONSTRAINT student_session_takes CHECK (takes IN ('seat', 'special', 'nothing')),
  ADD COLUMN special_wanted_at timestamptz;
CREATE INDEX student_session_special_wanted ON student_session (session_id, special_wanted_at)
WHERE special_wanted_at IS NOT NULL;

-- A place that is held may be one in a special room.
ALTER TABLE seat_hold ADD COLUMN special boolean NOT NULL DEFAULT false;
