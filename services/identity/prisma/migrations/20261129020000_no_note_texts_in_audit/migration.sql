-- R-556: the audit records that a note or the reason of a bar was written, changed or struck, never its text. A note that is
-- struck out moves to a table of its own, so that no pod of the release before shows or deletes it.
CREATE TABLE struck_note (
  id bigint PRIMARY KEY,
  student_id bigint NOT NULL REFERENCES student (id),
  text text NOT NULL,
  author_id bigint NOT NULL,
  author text NOT NULL,
  created_at timestamptz NOT NULL,
  edited_at timestamptz,
  struck_at timestamptz NOT NULL,
  struck_by text NOT NULL
);
CREATE INDEX struck_note_of ON struck_note (student_id, struck_at);

-- Notes that were struck out before: their text is in the audit alone, unless the student was blanked since.
INSERT INTO struck_note (id, student_id, text, author_id, author, created_at, struck_at, struck_by)
SELECT DISTINCT ON (a.row_id) a.row_id::bigint, a.student_id, a.change->>'struckOut', coalesce(w.actor_id, a.actor_id),
  coalesce(a.change->>'author', a.actor_name), coalesce(w.at, a.at), a.at, a.actor_name
FROM audit a JOIN student s ON s.id = a.student_id
LEFT JOIN audit w ON w.table_name = 'note' AND w.row_id = a.row_id AND w.op = 'insert'
WHERE a.table_name = 'note' AND a.op = 'action' AND jsonb_typeof(a.change->'struckOut') = 'string'
ORDER BY a.row_id, a.id DESC
ON CONFLICT DO NOTHING;

-- What a row about a note or a bar says without texts; the same for a row that is clean.
CREATE FUNCTION without_file_texts(of_table text, of_op text, change jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN of_table = 'note' AND change ? 'struckOut' THEN (change - 'struckOut') || '{"text": "struck"}'
    WHEN of_table = 'note' AND change ? 'text' AND of_op = 'insert' THEN change || '{"text": "written"}'
    WHEN of_table = 'note' AND change ? 'text' AND of_op = 'update' THEN change || '{"text": "changed"}'
    WHEN of_table = 'bar' AND jsonb_typeof(change->'lifted') = 'string' THEN change || '{"lifted": true, "reason": "written"}'
    WHEN of_table = 'bar' AND change ? 'reason' THEN change || '{"reason": "written"}'
    ELSE change END
$$;

-- Pods of the release before still write texts while they run beside new ones; a later migration drops the trigger.
CREATE FUNCTION keep_no_file_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.op = 'action' AND jsonb_typeof(NEW.change->'struckOut') = 'string' THEN
    INSERT INTO struck_note (id, student_id, text, author_id, author, created_at, struck_at, struck_by)
    SELECT NEW.row_id::bigint, NEW.student_id, NEW.change->>'struckOut', coalesce(w.actor_id, NEW.actor_id),
      coalesce(NEW.change->>'author', NEW.actor_name), coalesce(w.at, NEW.at), NEW.at, NEW.actor_name
    FROM (SELECT 1) AS one LEFT JOIN audit w ON w.table_name = 'note' AND w.row_id = NEW.row_id AND w.op = 'insert'
    LIMIT 1 ON CONFLICT DO NOTHING;
  END IF;
  NEW.change := without_file_texts(NEW.table_name, NEW.op, NEW.change);
  RETURN NEW;
END $$;
CREATE TRIGGER keep_no_file_text BEFORE INSERT ON audit
  FOR EACH ROW WHEN (NEW.table_name IN ('note', 'bar')) EXECUTE FUNCTION keep_no_file_text();

UPDATE audit SET change = without_file_texts(table_name, op, change)
WHERE table_name IN ('note', 'bar') AND change <> without_file_texts(table_name, op, change);
