-- A school that pays by card says where its receipt goes, too.
ALTER TABLE payment DROP CONSTRAINT payment_payer;
ALTER TABLE payment ADD CONSTRAINT payment_payer CHECK (
  (payer_email IS NULL OR tti_student_id IS NOT NULL OR school_id IS NOT NULL)
  AND (payer_first_name IS NULL) = (payer_email IS NULL)) NOT VALID;
