-- What a transcript request asks for, and by what name it is known at the vendor.

ALTER TABLE transcript_request
  -- the vendor takes one of a name once, however often it is sent
  ADD COLUMN reference text,
  -- the college that gets the transcript
  ADD COLUMN recipient text,
  -- courses that go on it; all that the vendor has where it takes no list
  ADD COLUMN exam_codes text[] NOT NULL DEFAULT '{}',
  -- it failed, and nobody knows whether the vendor took it all the same
  ADD COLUMN unsure boolean NOT NULL DEFAULT false;
