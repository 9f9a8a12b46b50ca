-- Seminary study as it is paid here: what TTI has been told and what is still to be done there.

-- TTI names its programmes as it likes.
ALTER TABLE program DROP CONSTRAINT program_name_key;

ALTER TABLE student_program ADD COLUMN partner_id bigint UNIQUE;
-- The one charge or refund that is under way; a second one waits for its end.
ALTER TABLE student_program ADD COLUMN busy_with uuid;
-- What TTI has to be told beside payments: that she joins or leaves, the programme alone or with the membership.
ALTER TABLE student_program ADD COLUMN join_wanted text CHECK (join_wanted IN ('program', 'membership'));
ALTER TABLE student_program ADD COLUMN leave_wanted text CHECK (leave_wanted IN ('program', 'membership'));
-- When it may be taken up next, by one replica.
ALTER TABLE student_program ADD COLUMN follow_at timestamptz NOT NULL DEFAULT '-infinity';
ALTER TABLE student_program ADD COLUMN follow_tries integer NOT NULL DEFAULT 0;
ALTER TABLE student_program ADD CONSTRAINT student_program_one_way CHECK (num_nonnulls(join_wanted, leave_wanted) <= 1);
CREATE INDEX student_program_to_follow ON student_program (follow_at) WHERE num_nonnulls(join_wanted, leave_wanted) > 0;

-- Under this TTI counts it once. partner_id is what TTI calls it, transaction_id what the processor does.
ALTER TABLE study_payment ADD COLUMN reference text NOT NULL UNIQUE DEFAULT gen_random_uuid()::text;
ALTER TABLE study_payment ADD COLUMN partner_id bigint;
ALTER TABLE study_payment ADD COLUMN transaction_id text;
ALTER TABLE study_payment ADD COLUMN refund_id bigint UNIQUE;
-- How much of what was due it settles: more than the amount for a test student, who is charged 1 (R-308).
ALTER TABLE study_payment ADD COLUMN settled_cents bigint;
UPDATE study_payment SET settled_cents = amount_cents;
ALTER TABLE study_payment ALTER COLUMN settled_cents SET NOT NULL;
-- Null for a refund that waits for settlement, and when it is looked at next.
ALTER TABLE study_payment ADD COLUMN made_at timestamptz;
UPDATE study_payment SET made_at = paid_at;
ALTER TABLE study_payment ADD COLUMN look_at timestamptz NOT NULL DEFAULT '-infinity';
-- Who the request said it was from (R-320); charged_by is who was signed in.
ALTER TABLE study_payment ADD COLUMN said_by text;
ALTER TABLE study_payment ADD CONSTRAINT study_payment_made CHECK (made_at IS NOT NULL OR amount_cents < 0);
ALTER TABLE study_payment ADD CONSTRAINT study_payment_settles CHECK (sign(settled_cents) = sign(amount_cents) OR settled_cents = 0);
CREATE INDEX study_payment_untold ON study_payment (student_program_id) WHERE told_partner_at IS NULL;

-- The payment method that TTI shows; payments keeps it.
CREATE TABLE study_payer (
  tti_student_id text PRIMARY KEY,
  account text NOT NULL CHECK (account IN ('TTI', 'TTINJ')),
  method_type text NOT NULL CHECK (method_type IN ('CC', 'ACH')),
  last4 text NOT NULL CHECK (last4 ~ '^\d{4}$'),
  -- When TTI was told; null is tried again.
  told_partner_at timestamptz,
  follow_at timestamptz NOT NULL DEFAULT '-infinity'
);
CREATE INDEX study_payer_untold ON study_payer (follow_at) WHERE told_partner_at IS NULL;
