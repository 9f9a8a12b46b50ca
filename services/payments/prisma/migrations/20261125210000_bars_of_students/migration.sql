-- Until when a student is barred from buying, and from booking; denied_registration is what the
-- release before reads and writes.
ALTER TABLE student_copy ADD COLUMN buying_barred_until timestamptz,
  ADD COLUMN booking_barred_until timestamptz;
UPDATE student_copy
SET buying_barred_until = '9999-12-31T00:00:00Z', booking_barred_until = '9999-12-31T00:00:00Z'
WHERE denied_registration;
