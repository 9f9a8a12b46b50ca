-- migrate: no transaction
CREATE INDEX CONCURRENTLY registration_admin_cancelled ON registration (admin_cancel_session_id)
  WHERE admin_cancel_session_id IS NOT NULL;
