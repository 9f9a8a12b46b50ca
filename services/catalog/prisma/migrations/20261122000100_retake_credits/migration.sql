-- Credits that pay only for retakes, free with a package of a seminary study program (R-069).
ALTER TABLE package_type
  ADD COLUMN free_retake_credits integer NOT NULL DEFAULT 0,
  ADD CONSTRAINT package_type_free_retakes
    CHECK (free_retake_credits >= 0 AND (free_retake_credits = 0 OR seminary_study_tti_program_id IS NOT NULL));
