-- A refund that was given up without an answer may still arrive at the processor, so it is looked up until the processor
-- has answered when nothing of it can be on its way any more: when next. NULL: nothing of it can arrive.
ALTER TABLE refund ADD COLUMN look_at timestamptz;
