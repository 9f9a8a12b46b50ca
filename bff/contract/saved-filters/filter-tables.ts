import { type QueueKey, queueKeys } from '../overview/queue-keys.ts';

type Dashed<Word extends string> = Word extends `${infer First}_${infer Rest}`
  ? `${First}-${Dashed<Rest>}`
  : Word;

/** The rows of a queue of R-570; names of tables have dashes. */
type QueueTable = `queue-${Dashed<QueueKey>}`;
export const tableOfQueue = (key: QueueKey): QueueTable =>
  `queue-${key.replaceAll('_', '-')}` as QueueTable;

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
  'school-account',
  'session-day',
  ...queueKeys.map(tableOfQueue),
] as const;
export type FilterTable = (typeof filterTables)[number];
