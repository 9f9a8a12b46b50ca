-- migrate: no transaction
-- Answers of processes that ran for a student, to be cleared of names when they are blanked.
CREATE INDEX CONCURRENTLY process_of_student ON process (
  (CASE actor->>'kind' WHEN 'student' THEN actor->>'id' ELSE actor->>'studentId' END)
) WHERE answer IS NOT NULL;
