-- Invoices of TAL with their files: what each line is for, or why it is for nothing we know.

CREATE TABLE tal_invoice_file (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  size integer NOT NULL,
  -- the same file is one invoice
  sha256 text NOT NULL UNIQUE,
  content bytea NOT NULL,
  uploaded_by text NOT NULL,
  uploaded_at timestamptz NOT NULL
);

-- a PDF is kept and not read: nobody knows its number and day
ALTER TABLE tal_invoice ALTER COLUMN number DROP NOT NULL;
ALTER TABLE tal_invoice ALTER COLUMN day DROP NOT NULL;

ALTER TABLE tal_invoice_line
  ADD COLUMN exam_day date,
  ADD COLUMN registration_id bigint,
  ADD COLUMN seminary_exam_id bigint,
  ADD COLUMN reason text;
-- an exam is invoiced once
CREATE UNIQUE INDEX tal_invoice_line_registration ON tal_invoice_line (registration_id) WHERE registration_id IS NOT NULL;
CREATE UNIQUE INDEX tal_invoice_line_seminary_exam ON tal_invoice_line (seminary_exam_id) WHERE seminary_exam_id IS NOT NULL;
