-- migrate: no transaction
CREATE INDEX CONCURRENTLY refund_to_look_up ON refund (look_at) WHERE look_at IS NOT NULL;
