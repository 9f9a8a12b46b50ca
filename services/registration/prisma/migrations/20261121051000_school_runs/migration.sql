-- A card payment of a school's bulk run holds the additional charges of several registrations: one row each.
ALTER TABLE fee_payment DROP CONSTRAINT fee_payment_pkey, ADD PRIMARY KEY (payment_id, registration_id);

-- Registrations that wait in a run hold their place in its session.
CREATE INDEX registration_waiting_in_run ON registration (run_id) WHERE status = 'pending' AND run_id IS NOT NULL;
