-- A charge may arrive at the processor after its payment was dropped, so a dropped payment is asked
-- about until the processor has answered when nothing of it can be on its way any more: since then.
ALTER TABLE payment ADD COLUMN sure_at timestamptz;
