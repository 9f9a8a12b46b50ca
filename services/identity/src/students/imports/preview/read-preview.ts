import { createHash } from 'node:crypto';
import { scopeOf } from '@portal/access/can';
import type { Actor } from '@portal/kit/auth/actor';
import { dayInNewYork } from '@portal/kit/clock';
import type { Sql } from '@portal/kit/database/database';
import type { Student } from '../../../records/students/student.ts';
import { listStudentsOfPairs } from '../../duplicates/find-same-pair.ts';
import { formErrors } from '../../form/check-form.ts';
import { formOfRow } from '../cells/read-cells.ts';
import { zeroNotes } from '../cells/restore-zeros.ts';
import { importFields } from '../columns/import-fields.ts';
import { addressesOfAccounts, readMapped, type StudentImport } from '../records/import-store.ts';
import { pairKey, type ReadRow, type StateOfRow, statesOfRows } from './row-states.ts';

export interface ImportPreview {
  rows: StateOfRow<Student>[];
  /** A hash of all data of the preview: another state, match or choice changes it. */
  previewHash: string;
}

/** Duplicates are added by the office alone. */
const mayConfirm = (actor: Actor): boolean => scopeOf(actor, 'student_import.run') === 'any';

type Mapped = Pick<
  StudentImport,
  'id' | 'schoolId' | 'cohortChoices' | 'mapping' | 'defaults' | 'dateOrder'
>;

/**
 * Previews each row of a table whose columns are chosen, all of them by two statements (R-566,
 *
 */
export async function readPreview(
  sql: Sql,
  actor: Actor,
  { id, schoolId, cohortChoices, mapping, defaults, dateOrder }: Mapped,
  now: Date,
): Promise<ImportPreview> {
  if (mapping === null || defaults === null || dateOrder === null)
    throw new Error('the columns of an import are not chosen');
  const today = dayInNewYork(now);
  const reading = { schoolId, defaults, dateOrder, today };
  const checked = { source: 'record', isRegular: false, password: null, cohortChoices } as const;
  const read = (await readMapped(sql, id)).map(({ row, cells }): ReadRow => {
    const form = formOfRow(cells, reading);
    const notes = zeroNotes(cells, form);
    return { row, form, notes, errors: formErrors(form, checked, today) };
  });
  const sound = read.filter(({ errors }) => errors.length === 0).map(({ form }) => form);
  const matches = sound.length === 0 ? [] : await listStudentsOfPairs(sql, pairsOf(sound));
  const states = statesOfRows(read, { schoolId, matches, mayConfirm: mayConfirm(actor) });
  const rows = await withTakenAddresses(sql, states);
  const shown = rows.map(({ row, what, choices, matches: same, form }) => [
    row,
    what,
    choices,
    form.cohort,
    same.map((match) => [match.id, match.schoolId, match.cohort]),
  ]);
  const { gender, cohort, country } = defaults;
  const reads = [importFields.map((field) => mapping[field] ?? null), gender, cohort, country];
  const sum = JSON.stringify([id, reads, dateOrder, shown]);
  return { rows, previewHash: createHash('sha256').update(sum).digest('base64url') };
}

const pairsOf = (forms: readonly { dob: string; last4Ssn: string }[]) => [
  ...new Map(
    forms.map(({ dob, last4Ssn }) => [pairKey({ dob, last4Ssn }), { dob, last4Ssn }]),
  ).values(),
];

/** Marks rows with an address that another student signs in with: they cannot be added. */
async function withTakenAddresses(
  sql: Sql,
  rows: StateOfRow<Student>[],
): Promise<StateOfRow<Student>[]> {
  const emailOf = ({ choices, form: { email } }: StateOfRow<Student>) =>
    choices.includes('add') && email !== null ? email.toLowerCase() : null;
  const emails = rows.map(emailOf).filter((email) => email !== null);
  if (emails.length === 0) return rows;
  const taken = await addressesOfAccounts(sql, emails);
  return rows.map((row) => {
    const email = emailOf(row);
    if (email === null || !taken.has(email)) return row;
    const message = 'This email address is already in the JSE database.';
    const errors = [{ path: 'email', message }];
    return { ...row, what: 'error', errors, choice: 'skip', choices: ['skip'] };
  });
}
