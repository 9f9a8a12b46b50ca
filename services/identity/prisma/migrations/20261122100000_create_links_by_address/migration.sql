-- Links of a type that were mailed to an address lately: create links are limited as reset links are.
CREATE INDEX token_mailed ON token (lower(mailed_to), type, created_at);
DROP INDEX token_mailed_to;
