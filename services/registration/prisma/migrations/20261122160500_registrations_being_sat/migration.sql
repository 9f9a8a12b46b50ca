-- migrate: no transaction
CREATE INDEX CONCURRENTLY registration_being_sat ON registration (id)
  WHERE status IN ('online_started', 'disconnected');
