-- Whether the computer of a student is fit for an online exam, as it was last tried: one row a student. A part that is fit has null.
CREATE TABLE system_check (
  student_id bigint PRIMARY KEY,
  checked_at timestamptz NOT NULL,
  device text CHECK (length(device) <= 60),
  browser text CHECK (browser IN ('phone_or_tablet', 'unsupported')),
  camera text CHECK (camera IN ('not_found', 'refused', 'in_use', 'no_signal', 'unsupported')),
  microphone text CHECK (microphone IN ('not_found', 'refused', 'in_use', 'no_signal', 'unsupported')),
  network text CHECK (network IN ('slow', 'offline')),
  screen text CHECK (screen IN ('too_small', 'second_screen'))
);
