-- What the refund of a package depends on (R-096, R-102), read from the copy of the catalogue: no purchase ever wrote
-- lot.is_study_abroad and lot.vendor_package_vendor_id. NULL: stored by the release before; read from the catalogue when needed.
ALTER TABLE package_copy ADD COLUMN is_study_abroad boolean;
ALTER TABLE package_copy ADD COLUMN vendor_package_vendor_id bigint;
