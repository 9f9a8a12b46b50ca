-- What catalog says of branches besides: their rooms, whether they keep one day of yom tov, and
-- when everybody has to be done there.
ALTER TABLE location_copy
  ADD COLUMN israel boolean NOT NULL DEFAULT false,
  ADD COLUMN closes_at text NOT NULL DEFAULT '23:00';
CREATE TABLE room_copy (
  id bigint PRIMARY KEY,
  location_id bigint NOT NULL,
  name text NOT NULL,
  capacity integer NOT NULL,
  special boolean NOT NULL,
  active boolean NOT NULL
);
CREATE INDEX room_copy_of_location ON room_copy (location_id);

-- Places in special rooms, which are no seats.
ALTER TABLE session
  ADD COLUMN special_places integer NOT NULL DEFAULT 0,
  ADD COLUMN special_left integer NOT NULL DEFAULT 0
    CONSTRAINT session_special_not_oversold CHECK (special_left >= 0);

-- The rooms that a session uses, from its start to the end of the last student. One room is in one
-- session at a time, unless that one was called off or deleted.
CREATE TABLE session_room (
  session_id bigint NOT NULL REFERENCES session (id),
  room_id bigint NOT NULL,
  special boolean NOT NULL,
  places integer NOT NULL CHECK (places >= 1),
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  is_used boolean NOT NULL DEFAULT true,
  PRIMARY KEY (session_id, room_id),
  CONSTRAINT session_room_once EXCLUDE USING gist (
    int8range(room_id, room_id, '[]') WITH &&,
    tstzrange(starts_at, ends_at) WITH &&
  ) WHERE (is_used)
);
CREATE INDEX session_room_by_room ON session_room (room_id, starts_at);
