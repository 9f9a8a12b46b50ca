-- migrate: no transaction
-- All differences of a payment.
CREATE INDEX CONCURRENTLY payment_difference_of_payment ON payment_difference (payment_id)
  WHERE payment_id IS NOT NULL;
