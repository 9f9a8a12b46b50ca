-- Members of the seminary study programme pay the member's price. Copies are fetched again when they are asked for.
ALTER TABLE student_copy ADD COLUMN is_tti_member boolean NOT NULL DEFAULT false;
TRUNCATE student_copy;
