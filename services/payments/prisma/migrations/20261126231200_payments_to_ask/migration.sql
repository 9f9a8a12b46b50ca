-- migrate: no transaction
CREATE INDEX CONCURRENTLY payment_to_ask ON payment (attempted_at)
  WHERE state IN ('pending', 'unknown', 'dropped') AND sure_at IS NULL;
