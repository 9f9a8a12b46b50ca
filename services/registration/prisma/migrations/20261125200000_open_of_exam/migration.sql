-- migrate: no transaction
-- Catalog asks which exams have registrations that are neither over nor given up, before it changes what they were made by (R-560).
CREATE INDEX CONCURRENTLY registration_open_of_exam ON registration (exam_id)
  WHERE status <> ALL (ARRAY['dropped', 'cancelled', 'taken', 'graded']);
