-- When an accommodation was refused or ended: its paper goes two years later, also where the days that
-- were asked for have no end (R-550). Of those before, nobody kept the moment: it counts from now.
ALTER TABLE accommodation ADD COLUMN over_at timestamptz;
UPDATE accommodation SET over_at = statement_timestamp() WHERE state IN ('refused', 'ended');
CREATE INDEX accommodation_ended ON accommodation (over_at) WHERE over_at IS NOT NULL;
