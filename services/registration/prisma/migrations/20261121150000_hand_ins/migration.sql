-- Files that are on their way to the vendor, each try by itself, from before the vendor is asked until its answer is noted or it surely took
-- nothing: while one is here the registration cannot be cancelled.
CREATE TABLE hand_in (
  id uuid PRIMARY KEY,
  registration_id bigint NOT NULL REFERENCES registration (id),
  vendor_assignment_id text NOT NULL,
  file_name text NOT NULL,
  asked_at timestamptz NOT NULL,
  -- from then on nobody waits for the answer any more, and the vendor is asked what it has
  look_at timestamptz NOT NULL
);
CREATE INDEX hand_in_registration ON hand_in (registration_id);
CREATE INDEX hand_in_due ON hand_in (look_at);
