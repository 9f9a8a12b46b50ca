-- How many free retake credits a package brings, and which lot they came with: they share its fate (R-069).
ALTER TABLE package_copy ADD COLUMN free_retake_credits integer NOT NULL DEFAULT 0;
-- The table of lots is long, so that no foreign key is checked here: the sweep looks for lots that came with none.
ALTER TABLE lot ADD COLUMN comes_with_lot_id bigint;
