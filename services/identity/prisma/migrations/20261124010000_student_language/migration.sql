-- In which language a student reads pages and mails; NULL until the student chooses one.
ALTER TABLE student ADD COLUMN language text
  CONSTRAINT student_language_check CHECK (language IN ('en', 'he'));

CREATE OR REPLACE VIEW student_record AS
SELECT s.id, s.first_name, s.last_name, s.maiden_name, s.dob, s.last4_ssn, s.gender, s.email, s.cellphone, s.phone, s.address, s.city, s.state, s.zip,
  s.country, s.college_id, c.name AS college_name, s.school_id, s.cohort, s.membership_type_id, m.name AS membership_name, s.accommodations,
  s.accommodations_approved_by, s.is_for_school, a.student_id IS NOT NULL AS has_account, s.tti_student_id, s.is_tti_member,
  s.denied_registration, s.buying_stopped, s.created_on, s.last_change, s.created_by, s.last_change_by, s.version, s.jse_id,
  s.accommodations_approved_on, s.language
FROM student s
JOIN membership_type m ON m.id = s.membership_type_id
LEFT JOIN college c ON c.id = s.college_id
LEFT JOIN student_account a ON a.student_id = s.id;
