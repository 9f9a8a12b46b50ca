import { auditRecords } from '@portal/access/audit-records';
import { newYorkDay } from '@portal/contract/days';
import type { Entry, Service } from './api.ts';

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
  const known = id.startsWith('catalog-') ? catalogueRecords[tname] : auditRecords[tname]?.label;
  const name = known ?? tname;
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
