-- Prices with the moment from which they hold (R-558). What is in force also stands in package_type, exam and price_list, which
-- others read by their versions; begun_at says that it does. ref_id is the package or exam, 0 for the price of a credit.
CREATE TABLE price (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL
    CHECK (kind IN ('credit_member', 'credit_nonmember', 'package', 'package_proctor_fee', 'additional_charge')),
  ref_id bigint NOT NULL DEFAULT 0,
  amount_cents bigint NOT NULL CHECK (amount_cents >= 0),
  valid_from timestamptz NOT NULL,
  set_by text NOT NULL,
  set_at timestamptz NOT NULL,
  reason text,
  begun_at timestamptz,
  withdrawn_at timestamptz,
  withdrawn_by text,
  CHECK ((ref_id = 0) = (kind IN ('credit_member', 'credit_nonmember'))),
  CHECK (begun_at IS NULL OR withdrawn_at IS NULL),
  CHECK ((withdrawn_at IS NULL) = (withdrawn_by IS NULL))
);
CREATE UNIQUE INDEX price_moment ON price (kind, ref_id, valid_from) WHERE withdrawn_at IS NULL;
CREATE INDEX price_to_begin ON price (valid_from) WHERE begun_at IS NULL AND withdrawn_at IS NULL;

-- What is known of before: each price pair, and of packages and exams the price that is in force.
INSERT INTO price (kind, amount_cents, valid_from, set_by, set_at, begun_at)
SELECT kind, cents, since, set_by, since, since
FROM price_list, LATERAL (VALUES ('credit_member', member_cents), ('credit_nonmember', nonmember_cents)) AS of (kind, cents)
ON CONFLICT DO NOTHING;
INSERT INTO price (kind, ref_id, amount_cents, valid_from, set_by, set_at, begun_at)
SELECT kind, id, cents, created_at, coalesce(last_change_by, 'portal'), created_at, created_at
FROM package_type,
  LATERAL (VALUES ('package', purchase_price_cents), ('package_proctor_fee', proctor_fee_cents)) AS of (kind, cents);
INSERT INTO price (kind, ref_id, amount_cents, valid_from, set_by, set_at, begun_at)
SELECT 'additional_charge', id, additional_charge_cents, created_at, coalesce(last_change_by, 'portal'), created_at, created_at
FROM exam WHERE additional_charge_cents > 0;

-- Rises with each change of a package by staff: a change names the one that was seen.
ALTER TABLE package_type ADD COLUMN version integer NOT NULL DEFAULT 1;
