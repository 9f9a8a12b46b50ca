-- A student whose import is being undone: nothing is begun for them here any more.
ALTER TABLE student_copy ADD COLUMN closed_at timestamptz;
