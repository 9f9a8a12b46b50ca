-- A material that came from its vendor (C-S25) goes when the vendor lists it no more; one that the office put there stays.
ALTER TABLE study_material ADD COLUMN fetched boolean NOT NULL DEFAULT false;
