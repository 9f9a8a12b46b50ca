-- migrate: no transaction
-- Staff look students up by the digits of a phone number, from its area code on.
CREATE INDEX CONCURRENTLY student_phone_digits ON student (right(regexp_replace(phone, '\D', '', 'g'), 10) text_pattern_ops) WHERE phone IS NOT NULL;
