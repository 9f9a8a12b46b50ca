-- migrate: no transaction
-- Staff find exams by the JSE id of who sat them.
CREATE INDEX CONCURRENTLY seminary_student_jse_id_idx ON seminary_student (jse_id);
