-- migrate: no transaction
-- Staff look students up by the digits of a phone number, from its area code on.
CREATE INDEX CONCURRENTLY student_cellphone_digits ON student (right(regexp_replace(cellphone, '\D', '', 'g'), 10) text_pattern_ops) WHERE cellphone IS NOT NULL;
