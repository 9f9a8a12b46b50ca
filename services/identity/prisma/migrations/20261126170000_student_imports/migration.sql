-- Students who are put on record by a table. The file itself is not kept; of its rows the cells that
-- are mapped, until they are on record or for 24 hours (R-564).
CREATE TABLE student_import (
  id uuid PRIMARY KEY,
  school_id bigint NOT NULL,
  school_name text NOT NULL,
  cohort_choices text[] NOT NULL,
  file_name text NOT NULL,
  columns text[] NOT NULL,
  uploaded_by_id bigint NOT NULL,
  uploaded_by text NOT NULL,
  uploaded_at timestamptz NOT NULL,
  mapping jsonb,
  defaults jsonb,
  date_order text CHECK (date_order IN ('MDY', 'DMY', 'YMD')),
  holds_cells boolean NOT NULL DEFAULT true,
  run_id uuid UNIQUE,
  started_at timestamptz,
  finished_at timestamptz,
  undo_id uuid UNIQUE,
  undone_at timestamptz,
  CHECK (num_nulls(mapping, defaults, date_order) IN (0, 3)),
  CHECK ((run_id IS NULL) = (started_at IS NULL)),
  CHECK (finished_at IS NULL OR started_at IS NOT NULL),
  CHECK (undone_at IS NULL OR undo_id IS NOT NULL)
);
CREATE INDEX student_import_started ON student_import (started_at) WHERE started_at IS NOT NULL;
CREATE INDEX student_import_of_school ON student_import (school_id, started_at)
  WHERE started_at IS NOT NULL;
CREATE INDEX student_import_holding ON student_import (uploaded_at) WHERE holds_cells;

CREATE TABLE student_import_row (
  import_id uuid NOT NULL REFERENCES student_import (id) ON DELETE CASCADE,
  row integer NOT NULL CHECK (row > 0),
  cells jsonb,
  choice text CHECK (choice IN ('add', 'cohort', 'skip')),
  match_id bigint,
  outcome text CHECK (outcome IN ('added', 'changed', 'skipped', 'failed')),
  student_id bigint,
  text text,
  cohort_before text,
  cohort_set text,
  undo text CHECK (undo IN ('removed', 'kept')),
  undo_text text,
  PRIMARY KEY (import_id, row),
  CHECK ((outcome IS NULL) = (text IS NULL))
);
