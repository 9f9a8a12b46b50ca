-- Whether package_type_ids holds the packages that paid: registrations of earlier releases never stored them. A job reads
-- those from payments.
ALTER TABLE registration ADD COLUMN packages_known boolean NOT NULL DEFAULT false;
