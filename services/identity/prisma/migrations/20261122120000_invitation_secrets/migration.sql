-- The link of an invitation carries a secret, whose hash stands here: what the invitation grants is granted with it only. Invitations
-- from before have none; they are mailed again with one (invites/mail-secrets.ts).
ALTER TABLE invite ADD COLUMN secret_hash bytea CHECK (length(secret_hash) = 32);
CREATE UNIQUE INDEX invite_secret ON invite (secret_hash);
CREATE INDEX invite_without_secret ON invite (id) WHERE secret_hash IS NULL AND num_nonnulls(used_at, replaced_at) = 0;
