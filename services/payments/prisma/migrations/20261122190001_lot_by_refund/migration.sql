-- migrate: no transaction
CREATE UNIQUE INDEX CONCURRENTLY lot_refund ON lot (refund_id) WHERE refund_id IS NOT NULL;
