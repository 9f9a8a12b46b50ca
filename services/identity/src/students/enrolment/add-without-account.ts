import { dayInNewYork } from '@portal/kit/clock';
import type { Tx } from '@portal/kit/commands/command';
import { StudentAdded } from '@portal/proto/identity/v1/events';
import { isEmailOfAccount } from '../../accounts/records/open-student-account.ts';
import type { StudentForm } from '../../records/students/student.ts';
import { insertStudent } from '../../records/students/student-store.ts';
import { listStudentsOfPair, lockPair } from '../duplicates/find-same-pair.ts';
import { formOfSource } from '../form/form-of-source.ts';

/** Why a person is not put on record. */
type NotAdded = 'duplicate_student' | 'email_taken';

/**
 * Puts a person on record, without an account and without a mail, and returns the id: an add that
 * is not regular, of a form that was checked before. Returns why not when a student has the
 * birth date and digits, unless that is confirmed, or signs in with the address.
 */
export async function addWithoutAccount(
  tx: Tx,
  wanted: StudentForm,
  { confirmed }: { confirmed: boolean },
): Promise<{ id: number } | NotAdded> {
  const { now, actor } = tx;
  const form = formOfSource(wanted, { source: 'admin', isRegular: false, ownSchoolId: null });
  await lockPair(tx, form.dob, form.last4Ssn);
  if (!confirmed && (await listStudentsOfPair(tx, form.dob, form.last4Ssn)).length > 0)
    return 'duplicate_student';
  if (form.email !== null && (await isEmailOfAccount(tx, form.email))) return 'email_taken';
  const membershipTypeId = form.membershipTypeId ?? 0;
  const id = await insertStudent(
    tx,
    { ...form, id: 0, membershipTypeId },
    actor.name,
    dayInNewYork(now),
    now,
  );
  tx.emit(StudentAdded, { studentId: id });
  tx.audit({ op: 'insert', table: 'student', id, studentId: id, change: {} });
  return { id };
}
