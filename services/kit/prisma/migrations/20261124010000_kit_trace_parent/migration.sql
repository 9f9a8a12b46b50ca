-- The request that left this behind, as a W3C traceparent: its id and trace go on with what is done later. Null: nobody
-- asked for it, or it is of before.
ALTER TABLE outbox ADD COLUMN trace_parent text;
ALTER TABLE process ADD COLUMN trace_parent text;
ALTER TABLE mail ADD COLUMN trace_parent text;
