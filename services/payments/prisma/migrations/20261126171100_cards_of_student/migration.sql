-- migrate: no transaction
-- All cards of a student, removed ones too.
CREATE INDEX CONCURRENTLY card_of_student ON card (student_id);
