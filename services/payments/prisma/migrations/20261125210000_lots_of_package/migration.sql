-- migrate: no transaction
-- Catalog asks how often packages were sold, before it changes what they are.
CREATE INDEX CONCURRENTLY lot_of_package ON lot (package_id) WHERE package_id IS NOT NULL;
