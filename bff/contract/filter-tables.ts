/** The tables of staff whose filters can be saved (C-O51). */
export const filterTables = [
  'student-lookup',
  'users',
  'study-materials',
  'registrations-report',
  'school-registrations-report',
  'schools',
  'school-students',
  'seminary-students',
  'calendar',
  'catalogue',
  'payments',
  'counted-registrations',
  'money-entries',
  'activity',
  'student-history',
  'waiting-list',
  'student-imports',
  'webhook-deliveries',
  'data-requests',
] as const;
export type FilterTable = (typeof filterTables)[number];
