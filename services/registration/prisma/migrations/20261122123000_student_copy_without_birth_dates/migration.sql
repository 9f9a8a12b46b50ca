-- SSN digits and birth dates are identity's alone: nothing here asks for them. The columns stay empty until no pod of the version
-- before is left, which still writes them; they go with a later migration.
ALTER TABLE student_copy ALTER COLUMN last4_ssn DROP NOT NULL;
UPDATE student_copy SET last4_ssn = NULL, dob = NULL;
CREATE FUNCTION keep_no_birth_date() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.last4_ssn := NULL;
  NEW.dob := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER keep_no_birth_date BEFORE INSERT OR UPDATE ON student_copy
  FOR EACH ROW WHEN (NEW.last4_ssn IS NOT NULL OR NEW.dob IS NOT NULL) EXECUTE FUNCTION keep_no_birth_date();
