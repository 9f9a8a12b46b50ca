-- Empty since 20261122123000, and no statement of the release before names them (leaving-columns.parts.test.ts).
DROP TRIGGER keep_no_birth_date ON student_copy;
DROP FUNCTION keep_no_birth_date();
ALTER TABLE student_copy DROP COLUMN last4_ssn, DROP COLUMN dob;
