-- migrate: no transaction
-- Links that were mailed to a student, ended ones too.
CREATE INDEX CONCURRENTLY token_of_student ON token (student_id) WHERE student_id IS NOT NULL;
