/** Statements that define tables for others: they run first, only in the session of the check. */
export const TEMPORARY = /^\s*CREATE TEMP(?:ORARY)? TABLE\b/;
/** Statements that PostgreSQL does not describe, and that return no rows. */
export const UTILITY = /^\s*(?:CREATE|DROP|ALTER|TRUNCATE|ANALYZE|VACUUM|LOCK|SET|NOTIFY|LISTEN)\b/;
