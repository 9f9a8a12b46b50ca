import { dayInNewYork } from '@portal/kit/clock';
import { type Call, command, type Tx } from '@portal/kit/commands/command';
import { type FieldError, invalid } from '@portal/kit/errors';
import { domainError } from '../errors.ts';
import { seminaryInvalid } from './add-student.ts';
import { studentNotFound, viewAfterChange } from './find-students.ts';
import { formErrors, type SeminaryForm } from './form/check-form.ts';
import type { SeminaryStudent, SeminaryStudentView } from './records/seminary-student.ts';
import { isSeminaryOpen, lockRecord, updateRecord } from './records/store.ts';

export interface EditSeminaryStudent {
  id: number;
  /** Without a year the current one stays. */
  form: Omit<SeminaryForm, 'seminaryYear'> & { seminaryYear: number | null };
}

const editable = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'address',
  'city',
  'state',
  'zip',
  'country',
  'seminaryId',
  'seminaryYear',
  'seminaryEmail',
  'seminaryPhone',
] as const satisfies (keyof SeminaryForm & keyof SeminaryStudent)[];

/** Returns the fields that differ between record and form, as [old, new] pairs. */
const changesOf = (before: SeminaryStudent, form: SeminaryForm): Record<string, unknown> =>
  Object.fromEntries(
    editable.flatMap((name) =>
      before[name] === form[name] ? [] : [[name, [before[name], form[name]]]],
    ),
  );

function readOnly(before: SeminaryStudent, form: SeminaryForm): FieldError[] {
  const message = 'SSN and date of birth cannot be changed.';
  return [
    ...(before.last4Ssn === form.last4Ssn ? [] : [{ path: 'ssn', message }]),
    ...(before.dob === form.dob ? [] : [{ path: 'dob', message }]),
  ];
}

const edit = command('editSeminaryStudent', async (tx: Tx, input: EditSeminaryStudent) => {
  const { id } = input;
  const before = await lockRecord(tx, id);
  if (!before) throw studentNotFound();
  const form = { ...input.form, seminaryYear: input.form.seminaryYear ?? before.seminaryYear };
  const [first, ...others] = formErrors(form, dayInNewYork(tx.now));
  if (first) throw invalid(first, ...others);
  const fixed = readOnly(before, form);
  if (fixed.length > 0) throw domainError('read_only', { errors: fixed });
  if (before.redeemedExams !== null) throw domainError('already_redeemed');
  const isMoved = form.seminaryId !== before.seminaryId;
  if (isMoved && !(await isSeminaryOpen(tx, form.seminaryId))) throw seminaryInvalid();
  const change = changesOf(before, form);
  if (Object.keys(change).length > 0) {
    await updateRecord(tx, id, form);
    const student = before.studentId === null ? {} : { studentId: before.studentId };
    tx.audit({ op: 'update', table: 'seminary_student', id, ...student, change });
  }
  return { id };
});

/**
 * Changes what is on the list of a seminary student (C-A56, Z-02, R-063). Refuses with invalid,
 * read_only (SSN or birth date differ), already_redeemed or seminary_student_not_found.
 */
export async function editSeminaryStudent(
  call: Call,
  input: EditSeminaryStudent,
): Promise<SeminaryStudentView> {
  const { id } = await edit(call, input);
  return viewAfterChange(call, { name: 'editSeminaryStudent', input, id });
}
