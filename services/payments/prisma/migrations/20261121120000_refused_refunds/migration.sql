-- A refund that staff asked for and that the processor would not make: nothing is held for it any more (refused). What the portal owes by itself is
-- never given up, it stays open.
ALTER TABLE refund DROP CONSTRAINT refund_state_check;
ALTER TABLE refund ADD CONSTRAINT refund_state_check CHECK (state IN ('open', 'asked', 'done', 'voided', 'refused'));
