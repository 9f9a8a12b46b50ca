-- migrate: no transaction
-- What imports did to a student.
CREATE INDEX CONCURRENTLY student_import_row_of_student ON student_import_row (student_id) WHERE student_id IS NOT NULL;
