-- The proctor fee that holds where no package says otherwise is a price of the catalogue (R-559). Credits without a package have
-- that of the day on which they are spent; what a registration was made with stays with its spending.
ALTER TABLE price_copy ADD COLUMN proctor_fee_cents bigint NOT NULL DEFAULT 1500;
ALTER TABLE lot ADD COLUMN usual_proctor_fee boolean NOT NULL DEFAULT false;
ALTER TABLE spending ADD COLUMN usual_proctor_fee_cents bigint NOT NULL DEFAULT 1500;
