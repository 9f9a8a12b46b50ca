-- To whom the receipt of a payment of seminary study goes: TTI knew name and address when it was paid, and the payer need not be on record here.
ALTER TABLE payment ADD COLUMN payer_first_name text;
ALTER TABLE payment ADD COLUMN payer_email text;
ALTER TABLE payment ADD CONSTRAINT payment_payer CHECK (
  (payer_email IS NULL OR tti_student_id IS NOT NULL) AND (payer_first_name IS NULL) = (payer_email IS NULL));
