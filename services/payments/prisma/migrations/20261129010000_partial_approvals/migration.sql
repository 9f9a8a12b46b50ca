-- A charge that the processor approved only in part holds money of a prepaid card until it is voided (R-407).
CREATE TABLE partial_approval (
  transaction_id text PRIMARY KEY,
  payment_id bigint NOT NULL REFERENCES payment (id),
  account text NOT NULL CHECK (account IN ('TTI', 'TTINJ')),
  approved_cents bigint NOT NULL CHECK (approved_cents >= 0),
  noted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  next_try_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- NULL: the processor has not confirmed the void yet.
  voided_at timestamptz
);
CREATE INDEX partial_approval_to_void ON partial_approval (next_try_at) WHERE voided_at IS NULL;
CREATE INDEX partial_approval_payment ON partial_approval (payment_id);

-- Since when the processor holds an open payment for review, which may take days.
ALTER TABLE payment ADD COLUMN held_at timestamptz;
