-- migrate: no transaction
-- All mails that went to an address, for the export of a person and when they are blanked.
CREATE INDEX CONCURRENTLY mail_recipient ON mail (lower(recipient));
