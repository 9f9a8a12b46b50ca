-- Exams whose change to the course version is left to tech support (R-124). Until now an id in code.
ALTER TABLE exam ADD COLUMN course_change_reserved boolean NOT NULL DEFAULT false;
UPDATE exam SET course_change_reserved = true WHERE id = 525;
