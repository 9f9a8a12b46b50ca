-- migrate: no transaction
CREATE INDEX CONCURRENTLY registration_packages_to_fill ON registration (id)
  WHERE credits_spent > 0 AND NOT packages_known AND status <> 'pending';
