-- Each name that a student has, once, to find the names that are like a misspelt one by their trigrams: far fewer rows than students.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE TABLE student_name (name_key text PRIMARY KEY);
CREATE INDEX student_name_like ON student_name USING gin (name_key gin_trgm_ops);
-- In the order of names, so that two who add the same names wait for each other and never crosswise.
CREATE FUNCTION keep_student_names() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO student_name (name_key)
  SELECT DISTINCT name FROM added, unnest(ARRAY[first_name_key, last_name_key, maiden_name_key]) AS name
  WHERE name IS NOT NULL AND NOT EXISTS (SELECT FROM student_name WHERE name_key = name)
  ORDER BY name
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_names_of_added AFTER INSERT ON student
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_student_names();
CREATE TRIGGER keep_names_of_edited AFTER UPDATE ON student
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_student_names();
