-- migrate: no transaction
-- Lines of an invoice name their students.
CREATE INDEX CONCURRENTLY seminary_student_name ON seminary_student (lower(last_name), lower(first_name));
