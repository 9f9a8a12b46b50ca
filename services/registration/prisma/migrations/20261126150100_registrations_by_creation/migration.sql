-- migrate: no transaction
CREATE INDEX CONCURRENTLY registration_by_creation ON registration (created_at);
