-- Whether exams of a school's sessions can be started online (R-178). Until now two ids in code.
ALTER TABLE school ADD COLUMN online_sessions boolean NOT NULL DEFAULT false;
UPDATE school SET online_sessions = true WHERE id IN (151, 209);
