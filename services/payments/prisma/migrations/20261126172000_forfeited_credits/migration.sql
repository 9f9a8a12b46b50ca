-- Credits that are given up when a person is blanked (R-589).
ALTER TABLE credit_entry DROP CONSTRAINT credit_entry_kind_check;
ALTER TABLE credit_entry ADD CONSTRAINT credit_entry_kind_check
  CHECK (kind IN ('purchase', 'assign', 'grant', 'spend', 'return', 'refund', 'forfeit')) NOT VALID;
