-- migrate: no transaction
CREATE INDEX CONCURRENTLY refund_done_at ON refund (done_at) WHERE done_at IS NOT NULL;
