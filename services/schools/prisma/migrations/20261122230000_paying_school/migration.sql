-- A school that somebody is paying for by card: one payment at a time, from the click to its row in the ledger.
CREATE TABLE paying_school (
  school_id bigint PRIMARY KEY REFERENCES school,
  process_id uuid NOT NULL
);
