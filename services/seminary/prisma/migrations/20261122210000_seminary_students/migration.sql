-- The number that staff and transcripts call a seminary student by; older rows have none.
ALTER TABLE seminary_student ADD COLUMN jse_id text;

CREATE VIEW seminary_student_record AS
SELECT student.id, student.first_name, student.last_name, student.email, student.phone,
  student.last4_ssn, student.dob, student.address, student.city, student.state, student.zip,
  student.country, student.seminary_id, seminary.name AS seminary_name, student.seminary_year,
  student.seminary_phone, student.seminary_email, student.jse_id, student.student_id,
  student.redeemed_exams,
  (SELECT count(*) FROM seminary_exam exam WHERE exam.seminary_student_id = student.id)::integer
    AS exams_count
FROM seminary_student student JOIN seminary ON seminary.id = student.seminary_id;
