-- SSN digits and birth date of a seminary student never change, but to nobody's when the person is
-- blanked (R-591).
CREATE OR REPLACE FUNCTION redemption_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.redeemed_exams IS NOT NULL AND NEW.redeemed_exams IS DISTINCT FROM OLD.redeemed_exams THEN
    RAISE EXCEPTION 'redeem and discard are irreversible' USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.last4_ssn <> OLD.last4_ssn OR NEW.dob <> OLD.dob)
    AND NOT (NEW.last4_ssn = '0000' AND NEW.dob = '1900-01-01') THEN
    RAISE EXCEPTION 'SSN and date of birth of a seminary student never change' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
