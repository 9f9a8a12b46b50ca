-- What the office's calendar keeps of a session: which version of it was edited, whether it is a draft that
-- only staff see, who proctors it, and a remark of the office.
ALTER TABLE session
  ADD COLUMN version integer NOT NULL DEFAULT 0,
  ADD COLUMN draft boolean NOT NULL DEFAULT false,
  ADD COLUMN proctor text,
  ADD COLUMN remark text;
