-- The card that a student chose to be offered first; none until one is chosen.
ALTER TABLE card_customer ADD COLUMN default_cc_id text REFERENCES card (cc_id);
