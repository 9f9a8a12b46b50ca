import { dayInNewYork } from '@portal/kit/clock';
import type { Tx } from '@portal/kit/commands/command';
import { StudentChanged } from '@portal/proto/identity/v1/events';
import type { StudentForm } from '../../records/students/student.ts';
import { addWithoutAccount } from '../enrolment/add-without-account.ts';
import { formOfRow } from '../imports/cells/read-cells.ts';
import type { StudentImport } from '../imports/records/import-store.ts';
import { readCohort, writeCohort } from './cohort-store.ts';
import { lockOpenRow, noteResult, type RowResult } from './run-store.ts';

/** The texts of results; none of them reveals anything about a person. */
const texts = {
  added: 'Added',
  changed: 'Cohort updated',
  duplicate_student: 'A student already exists with the given SSN and date of birth.',
  email_taken: 'This email address is already in the JSE database.',
  moved: 'This student is not in this school any more.',
  asWanted: 'The student has this cohort already.',
} as const;

type Ready = Pick<StudentImport, 'id' | 'schoolId' | 'defaults' | 'dateOrder'>;

/**
 * Executes the chosen action of one row, once: its student and its outcome commit together, so that
 * a process that resumes the run after a crash finds both or neither. R-567.
 */
export async function importRow(tx: Tx, run: Ready, row: number): Promise<void> {
  const open = await lockOpenRow(tx, run.id, row);
  if (open === undefined) return;
  const { schoolId, defaults, dateOrder } = run;
  if (defaults === null || dateOrder === null)
    throw new Error('an import runs without its columns');
  const today = dayInNewYork(tx.now);
  const form = formOfRow(open.cells, { schoolId, defaults, dateOrder, today });
  const result =
    open.choice === 'cohort'
      ? await updateCohort(tx, open.matchId, form)
      : await add(tx, form, open.matchId !== null);
  await noteResult(tx, run.id, row, result);
}

/** A row that has a match was shown with it, and added all the same. */
async function add(tx: Tx, form: StudentForm, confirmed: boolean): Promise<RowResult> {
  const added = await addWithoutAccount(tx, form, { confirmed });
  return typeof added === 'string'
    ? { outcome: 'failed', text: texts[added], studentId: null }
    : { outcome: 'added', text: texts.added, studentId: added.id };
}

async function updateCohort(
  tx: Tx,
  studentId: number | null,
  { cohort, schoolId, dob, last4Ssn }: StudentForm,
): Promise<RowResult> {
  const before = studentId === null ? undefined : await readCohort(tx, studentId);
  const isThere =
    before !== undefined &&
    before.schoolId === schoolId &&
    before.dob === dob &&
    before.last4Ssn === last4Ssn;
  if (studentId === null || cohort === null || !isThere)
    return { outcome: 'failed', text: texts.moved, studentId };
  if (before.cohort === cohort) return { outcome: 'skipped', text: texts.asWanted, studentId };
  const version = await writeCohort(tx, studentId, cohort, tx.actor.name, tx.now);
  tx.emit(StudentChanged, { studentId, version });
  tx.audit({
    op: 'update',
    table: 'student',
    id: studentId,
    studentId,
    change: { cohort: [before.cohort, cohort] },
  });
  return {
    outcome: 'changed',
    text: texts.changed,
    studentId,
    cohortBefore: before.cohort,
    cohortSet: cohort,
  };
}
