-- migrate: no transaction
-- All refunds of a payment.
CREATE INDEX CONCURRENTLY refund_of_payment ON refund (payment_id);
