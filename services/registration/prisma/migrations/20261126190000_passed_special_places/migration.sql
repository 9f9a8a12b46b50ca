-- Special places that came free while somebody waits, passed to the line and not offered yet, as
-- passed_seats are of seats.
ALTER TABLE session ADD COLUMN passed_special integer NOT NULL DEFAULT 0;
