-- Invoices of the last weeks, whose unmatched rows wait for somebody.
CREATE INDEX tal_invoice_by_upload ON tal_invoice (uploaded_at);
