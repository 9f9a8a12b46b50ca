/**
 * Columns, or whole tables, that a product statement reads although none gives them a value, each
 * with the reason.
 */
export const UNWRITTEN: Readonly<Record<string, string>> = {
  'registration.registration.is_old_system':
    'Marks registrations that were brought over from the old system; nothing here makes them.',
  'seminary.seminary': 'Seminaries are reference data that the seed loads; no call changes them.',
  'identity.blanking':
    'The commands in src/blanking keep it; that folder is not counted as a writer.',
};
