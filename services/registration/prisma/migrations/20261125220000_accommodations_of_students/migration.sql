-- What is granted to a student in exams, as far as it takes time or a place: kinds, minutes and days.
ALTER TABLE student_copy ADD COLUMN accommodations jsonb NOT NULL DEFAULT '[]';
