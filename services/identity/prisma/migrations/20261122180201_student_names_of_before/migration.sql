INSERT INTO student_name (name_key)
SELECT DISTINCT name FROM student, unnest(ARRAY[first_name_key, last_name_key, maiden_name_key]) AS name
WHERE name IS NOT NULL ORDER BY name ON CONFLICT DO NOTHING;
