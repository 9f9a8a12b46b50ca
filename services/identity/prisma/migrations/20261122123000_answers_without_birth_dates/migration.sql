-- Kept answers hold the ids of students, no more; what is shown of them is read when it is asked for.
UPDATE idempotency SET answer = jsonb_build_object('id', answer -> 'id') WHERE command = 'addStudent' AND jsonb_typeof(answer) = 'object';
UPDATE idempotency SET refusal = jsonb_set(refusal, '{extra,students}', jsonb_path_query_array(refusal, '$.extra.students[*].id'))
WHERE refusal ->> 'code' = 'duplicate_student' AND jsonb_typeof(refusal #> '{extra,students}') = 'array';
-- Pods of the version before keep whole answers while a rollout is under way: they are cut down as they are written.
CREATE FUNCTION keep_ids_of_students() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF jsonb_typeof(NEW.answer) = 'object' THEN NEW.answer := jsonb_build_object('id', NEW.answer -> 'id'); END IF;
  IF NEW.refusal ->> 'code' = 'duplicate_student' AND jsonb_path_exists(NEW.refusal, '$.extra.students[*].id') THEN
    NEW.refusal := jsonb_set(NEW.refusal, '{extra,students}', jsonb_path_query_array(NEW.refusal, '$.extra.students[*].id'));
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keep_ids_of_students BEFORE INSERT ON idempotency
  FOR EACH ROW WHEN (NEW.command = 'addStudent') EXECUTE FUNCTION keep_ids_of_students();
