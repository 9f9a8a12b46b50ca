-- Credits that staff assigned without payment while the student was in this school: a bulk run of the school spends them first (R-279).
ALTER TABLE lot ADD COLUMN free_school_id bigint;
UPDATE lot SET free_school_id = school_id WHERE source = 'assigned' AND paid_cents = 0;
