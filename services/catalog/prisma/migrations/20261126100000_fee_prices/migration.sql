-- What the proctor of a sitting and a retake that the vendor approved cost become prices like the others, with the moment from
-- which they hold (R-559). What is in force stands with the price of a credit, as others read it.
ALTER TABLE price_list
  ADD COLUMN proctor_fee_cents bigint NOT NULL DEFAULT 1500 CHECK (proctor_fee_cents >= 0),
  ADD COLUMN retake_fee_cents bigint NOT NULL DEFAULT 6000 CHECK (retake_fee_cents >= 0);

ALTER TABLE price DROP CONSTRAINT price_kind_check;
ALTER TABLE price ADD CONSTRAINT price_kind_check CHECK (kind IN ('credit_member', 'credit_nonmember', 'package',
  'package_proctor_fee', 'additional_charge', 'proctor_fee', 'retake_fee'));
ALTER TABLE price DROP CONSTRAINT price_check;
ALTER TABLE price ADD CONSTRAINT price_check
  CHECK ((ref_id = 0) = (kind IN ('credit_member', 'credit_nonmember', 'proctor_fee', 'retake_fee')));

INSERT INTO price (kind, amount_cents, valid_from, set_by, set_at, begun_at)
SELECT kind, cents, since, set_by, since, since
FROM (SELECT since, set_by FROM price_list ORDER BY id LIMIT 1) AS first,
  (VALUES ('proctor_fee', 1500), ('retake_fee', 6000)) AS of (kind, cents);
