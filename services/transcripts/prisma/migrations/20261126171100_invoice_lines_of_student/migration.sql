-- migrate: no transaction
-- Lines of invoices for a student.
CREATE INDEX CONCURRENTLY tal_invoice_line_of_student ON tal_invoice_line (student_id)
  WHERE student_id IS NOT NULL;
