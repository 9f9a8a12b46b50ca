import { newYorkDay } from '@portal/contract/days';
import type { Entry, Service } from './api.ts';

/** The labels of the records of a table. */
const records: Readonly<Record<string, string>> = {
  student: 'Student record',
  registration: 'Registration',
  exam: 'Study materials',
  package: 'Package',
  charge: 'Charge',
  card: 'Card',
  balance_entry: 'School balance',
  payment_difference: 'Payment difference',
  settled_day: 'Settled day',
  seminary_student: 'Seminary student',
  student_program: 'Seminary study',
  study_payment: 'Seminary payment',
  study_payer: 'Seminary payment method',
  transcript_request: 'Transcript request',
  session: 'Session',
  waiting_entry: 'Waiting list entry',
  calendar_feed: 'Calendar feed',
  school: 'School',
  bulk_run: 'Bulk registration',
  batch: 'Batch',
  tal_invoice: 'Invoice',
  invite: 'Invitation',
  user: 'User',
  setting: 'Settings',
  saved_filter: 'Saved filter',
  note: 'Note',
  bar: 'Bar',
  accommodation: 'Accommodation',
  student_import: 'Import of students',
  student_file: 'Export of students',
  data_request: 'Data request',
  blanking: 'Blanking',
  webhook: 'Webhook address',
};

/** Catalogue records: there 'exam' is an exam, elsewhere it is the submission of one. */
const catalogueRecords: Readonly<Record<string, string>> = {
  exam: 'Exam',
  material_update: 'Update of study materials',
  package_type: 'Package for sale',
  location: 'Location',
  study_material: 'Study material',
  price_list: 'Prices',
};

/**
 * Of which record a row tells: 'Registration 881'. Of the student there is one, and credits that
 * moved are of several packages.
 */
export function recordText({ id, tname, record, op }: Entry): string {
  if (tname === 'package' && op === 'action') return 'Credits';
  const known = id.startsWith('catalog-') ? catalogueRecords : records;
  const name = known[tname] ?? tname;
  return tname === 'student' ? name : `${name} ${record}`;
}

const serviceTexts: Readonly<Record<Service, string>> = {
  identity: 'the student record',
  registration: 'registrations and sessions',
  payments: 'payments, cards and credits',
  schools: 'school balances',
  seminary: 'seminary',
  transcripts: 'transcript requests',
  catalog: 'exams and packages',
};

/** Returns a sentence about the records whose service is unavailable. */
export const missingText = (missing: readonly Service[]): string =>
  'Not everything can be shown now. Missing: ' +
  `${missing.map((service) => serviceTexts[service]).join('; ')}.`;

/** Rows by the day they are of in New York, in their order. */
export const byDay = (entries: readonly Entry[]): [string, Entry[]][] => [
  ...Map.groupBy(entries, ({ stamp }) => newYorkDay(new Date(stamp))),
];
