-- The rows that rules mention by id, for an installation without demo data (R-602). Existing rows are kept.
INSERT INTO vendor (id, name, fullname) VALUES
  (1, 'TAL', 'Theological Assessment League'),
  (3, 'CCC', 'Coopersmith Career Consulting'),
  (4, 'CIS', 'Council for Independent Study')
ON CONFLICT DO NOTHING;

-- The price of a credit has no default: NULL until the office sets it.
ALTER TABLE price_list ALTER COLUMN member_cents DROP NOT NULL;
ALTER TABLE price_list ALTER COLUMN nonmember_cents DROP NOT NULL;

-- The base fees (C-O28), where no price was ever set.
INSERT INTO price (kind, amount_cents, valid_from, set_by, set_at, begun_at)
SELECT kind, cents, now(), 'system', now(), now()
FROM (VALUES ('proctor_fee', 1500), ('retake_fee', 6000)) AS fee (kind, cents)
WHERE NOT EXISTS (SELECT FROM price_list);
INSERT INTO price_list (proctor_fee_cents, retake_fee_cents, since, set_by)
SELECT 1500, 6000, now(), 'system'
WHERE NOT EXISTS (SELECT FROM price_list);
