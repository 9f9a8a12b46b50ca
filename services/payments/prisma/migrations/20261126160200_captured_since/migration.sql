-- migrate: no transaction
CREATE INDEX CONCURRENTLY payment_captured_at ON payment (captured_at) WHERE captured_at IS NOT NULL;
