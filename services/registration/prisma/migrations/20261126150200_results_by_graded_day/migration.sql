-- migrate: no transaction
CREATE INDEX CONCURRENTLY exam_result_by_graded_day ON exam_result (graded_on) WHERE graded_on IS NOT NULL;
