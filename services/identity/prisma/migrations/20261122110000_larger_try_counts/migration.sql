-- An account counts a hundred failed tries, a birth date and a network address those of a day.
ALTER TABLE failed_try DROP CONSTRAINT failed_try_tries_check;
ALTER TABLE failed_try ADD CONSTRAINT failed_try_tries_check CHECK (cardinality(tries) <= 100) NOT VALID;
ALTER TABLE failed_try VALIDATE CONSTRAINT failed_try_tries_check;
