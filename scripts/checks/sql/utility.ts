/** Statements that say how the others read: they are run first, in a session of the check alone. */
export const TEMPORARY = /^\s*CREATE TEMP(?:ORARY)? TABLE\b/;
/** Statements that PostgreSQL does not describe, and that give no rows. */
export const UTILITY = /^\s*(?:CREATE|DROP|ALTER|TRUNCATE|ANALYZE|VACUUM|LOCK|SET|NOTIFY|LISTEN)\b/;
