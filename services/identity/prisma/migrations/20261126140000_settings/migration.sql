-- What the office decides for all of the portal (C-O65), in one row.
CREATE TABLE setting (
  id smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  offer_hours integer NOT NULL CHECK (offer_hours BETWEEN 1 AND 72),
  waiting_list boolean NOT NULL,
  low_balance_cents bigint NOT NULL CHECK (low_balance_cents BETWEEN 0 AND 100000000),
  two_factor_roles text[] NOT NULL,
  version bigint NOT NULL,
  changed_by_id bigint,
  changed_by text,
  changed_at timestamptz
);
-- R-582: every role of staff but that of school admins
INSERT INTO setting (offer_hours, waiting_list, low_balance_cents, two_factor_roles, version)
VALUES (24, true, 50000, ARRAY['ROLE_ADMIN', 'ROLE_SUPER_ADMIN', 'ROLE_TECH_SUPPORT',
  'ROLE_SUPPORT', 'ROLE_ADVISOR', 'ROLE_ADVISOR_ADMIN', 'ROLE_ADMISSIONS'], 1);
