-- The price of a credit has no default: NULL until the office sets it (R-602).
ALTER TABLE price_copy ALTER COLUMN member_cents DROP NOT NULL;
ALTER TABLE price_copy ALTER COLUMN nonmember_cents DROP NOT NULL;
