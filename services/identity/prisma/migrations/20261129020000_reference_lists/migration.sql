-- The rows that rules mention by id, for an installation without demo data (R-602). Existing rows are kept.
INSERT INTO college (id, name) VALUES (234, 'Undecided'), (269, 'Woodmont College')
ON CONFLICT DO NOTHING;
INSERT INTO membership_type (id, name) VALUES (1, 'Member'), (2, 'Non-member')
ON CONFLICT DO NOTHING;
