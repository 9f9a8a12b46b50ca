-- Which weekly series of the office's calendar a session was made in: the id of the first one.
ALTER TABLE session ADD COLUMN series_id bigint;
