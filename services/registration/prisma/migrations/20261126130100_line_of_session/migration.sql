-- A session's line: whether somebody may be waiting, so that seats that come free are passed to it
-- and to nobody else; how many were passed and are not offered yet; the last number given in it.
ALTER TABLE session
  ADD COLUMN has_line boolean NOT NULL DEFAULT false,
  ADD COLUMN passed_seats integer NOT NULL DEFAULT 0,
  ADD COLUMN last_in_line integer NOT NULL DEFAULT 0;
