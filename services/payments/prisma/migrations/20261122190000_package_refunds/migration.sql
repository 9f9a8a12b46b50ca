-- The refund that gives a lot's money back, from the moment it is asked for: until it is made or ends, nobody spends from
-- the lot. NULL again when it ends unmade. The table of lots is long, so that no foreign key is checked here: the sweep does.
ALTER TABLE lot ADD COLUMN refund_id bigint;
