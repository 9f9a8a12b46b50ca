import { serviceActor } from '@portal/kit/auth/actor';
import { dayInNewYork } from '@portal/kit/clock';
import { type Call, commandWithPrefetch, type Tx } from '@portal/kit/commands/command';
import { DomainError, invalid } from '@portal/kit/errors';
import { StudentAdded } from '@portal/proto/seminary/v1/events';
import { students } from '../clients.ts';
import { domainError } from '../errors.ts';
import { seminaryStudentsById, viewAfterChange } from './find-students.ts';
import { formErrors, type SeminaryForm } from './form/check-form.ts';
import { isSameName } from './matching/same-name.ts';
import type { SeminaryStudentView } from './records/seminary-student.ts';
import { insertRecord, isSeminaryOpen, listRecordsOfPair, lockPair } from './records/store.ts';

export interface AddSeminaryStudent {
  form: SeminaryForm;
  /** Yes, this is another person. */
  confirmDoubleSsnDob: boolean;
}

const CODE = 'duplicate_seminary_student';
export const seminaryInvalid = () => invalid({ path: 'seminaryId', message: 'Seminary invalid' });

async function add(
  tx: Tx,
  { form, confirmDoubleSsnDob }: AddSeminaryStudent,
  jseId: string,
): Promise<{ id: number }> {
  if (!(await isSeminaryOpen(tx, form.seminaryId))) throw seminaryInvalid();
  await lockPair(tx, form.dob, form.last4Ssn);
  const same = await listRecordsOfPair(tx, form.dob, form.last4Ssn);
  if (same.length > 0 && !confirmDoubleSsnDob)
    throw domainError(CODE, { Error: true, students: same.map(({ id }) => id) });
  const id = await insertRecord(tx, form, { jseId, by: tx.actor.name, now: tx.now });
  tx.emit(StudentAdded, { seminaryStudentId: id });
  tx.audit({ op: 'insert', table: 'seminary_student', id, change: {} });
  return { id };
}

/**
 * Puts a seminary student on the list (C-A55, Z-01). Refuses with invalid, or with
 * duplicate_seminary_student and those who have the same SSN digits and birth date.
 */
export async function addSeminaryStudent(
  call: Call,
  input: AddSeminaryStudent,
): Promise<SeminaryStudentView> {
  const [first, ...others] = formErrors(input.form, dayInNewYork(call.now));
  if (first) throw invalid(first, ...others);
  try {
    const ask = () => jseIdFor(call, input.form);
    const { id } = await commandWithPrefetch(
      call,
      { name: 'addSeminaryStudent', input, ask },
      (tx, jseId) => add(tx, input, jseId),
    );
    return await viewAfterChange(call, { name: 'addSeminaryStudent', input, id });
  } catch (error) {
    throw await withStudents(call, error);
  }
}

/** That of the student on record who is the same person, else a new one. */
async function jseIdFor(call: Call, form: SeminaryForm): Promise<string> {
  const by = { actor: serviceActor('seminary'), requestId: call.requestId, origin: call.origin };
  const { students: same } = await students.listStudentsOfPairs(
    { pairs: [{ dob: form.dob, last4Ssn: form.last4Ssn }] },
    by,
  );
  const known = same.find((one) => isSameName(form, one) && one.jseId !== undefined)?.jseId;
  return known ?? (await students.takeJseId({}, { ...by, key: crypto.randomUUID() })).jseId;
}

/** Adds the students to a refusal; its stored form holds ids alone. */
async function withStudents(call: Call, error: unknown): Promise<unknown> {
  if (!(error instanceof DomainError) || error.code !== CODE) return error;
  const found = await seminaryStudentsById(call, (error.extra.students ?? []).map(Number));
  return new DomainError(error.status, CODE, error.detail, { ...error.extra, students: found });
}
