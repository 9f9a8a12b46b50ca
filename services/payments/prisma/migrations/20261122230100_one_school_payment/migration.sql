-- migrate: no transaction
-- Two payments of one school are never under way at once (charge_pending).
CREATE UNIQUE INDEX CONCURRENTLY payment_open_school ON payment (school_id, purpose) WHERE state IN ('pending', 'unknown') AND school_id IS NOT NULL;
