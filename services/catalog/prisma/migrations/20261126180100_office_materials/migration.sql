-- The office keeps study materials too (C-O27): links, and files of its own. They retire, and say who changed them last. A
-- material that is a file has 'file:' and the hash of its content in the place of its link, so that an exam has it once.
ALTER TABLE study_material
  ADD COLUMN active boolean NOT NULL DEFAULT true,
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN last_change timestamptz,
  ADD COLUMN last_change_by text;

ALTER TABLE study_material DROP CONSTRAINT study_material_url_check;
ALTER TABLE study_material ADD CONSTRAINT study_material_url_check CHECK (url ~ '^(https?://|file:[0-9a-f]{64}$)');

CREATE TABLE study_material_file (
  material_id bigint PRIMARY KEY REFERENCES study_material (id) ON DELETE CASCADE,
  name text NOT NULL CHECK (name <> ''),
  content bytea NOT NULL,
  size integer NOT NULL CHECK (size > 0),
  sha256 text NOT NULL,
  uploaded_by text NOT NULL,
  uploaded_at timestamptz NOT NULL
);
