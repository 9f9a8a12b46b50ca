-- Links that prove another address of an account, beside those that set passwords.
ALTER TABLE token DROP CONSTRAINT token_type_check;
ALTER TABLE token ADD CONSTRAINT token_type_check CHECK (type IN ('create', 'reset', 'email'));
