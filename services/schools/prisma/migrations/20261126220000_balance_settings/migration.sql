-- What the office decides about balances, as identity tells it; without a row as it is at first.
CREATE TABLE balance_settings (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  low_balance_cents bigint NOT NULL,
  version bigint NOT NULL
);
