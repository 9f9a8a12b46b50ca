import { scopeOf } from '@portal/access/can';
import { notAllowed } from '@portal/kit/auth/actor';
import { dayInNewYork } from '@portal/kit/clock';
import { type Call, command, type Tx } from '@portal/kit/commands/command';
import { isDuplicate } from '@portal/kit/database/database';
import { languageOf } from '@portal/kit/email/language';
import { PasswordChanged, StudentChanged } from '@portal/proto/identity/v1/events';
import { addressChangedEmails } from '../../accounts/addresses/address-changed-emails.ts';
import { moveLogin } from '../../accounts/addresses/move-login.ts';
import { revokeTokens } from '../../accounts/links/tokens.ts';
import { isEmailHeldByOther } from '../../accounts/records/open-student-account.ts';
import { domainError } from '../../errors.ts';
import { newEndsByFormText, noteFormText } from '../../records/accommodations/form-text.ts';
import type { NewEnds } from '../../records/accommodations/new-ends.ts';
import { findStudent } from '../../records/students/find-students.ts';
import type { Student, StudentForm } from '../../records/students/student.ts';
import { lockStudent, updateStudent } from '../../records/students/student-store.ts';
import { schoolOnRecord } from '../../school-on-record.ts';
import { duplicateStudents, withStudents } from '../duplicates/duplicate-students.ts';
import { listStudentsOfPair, lockPair } from '../duplicates/find-same-pair.ts';
import { checkLists } from '../form/check-lists.ts';
import {
  changedFields,
  type EditableField,
  type Editing,
  editRefusal,
  formOf,
  historyOf,
  merged,
} from './edit-rule.ts';

export interface EditStudent {
  studentId: number;
  /** The fields that are sent; the others stay as they are. */
  named: readonly EditableField[];
  wish: StudentForm;
  /** Staff have said that it is another person. */
  confirmDoubleSsnDob: boolean;
  /** Staff have confirmed that the address of the login changes. */
  emailUnlocked: boolean;
}

/** The effects of a change, besides the record. */
interface Edited {
  /** The student's sessions are over. */
  isLoginMoved: boolean;
}

/**
 * Changes fields of a record (C-A11). An unchanged form is no error and leaves no trace. Refuses
 * with student_not_found, invalid, office_only (a school admin), email_locked, email_taken or
 * duplicate_student. Mails the student about other accommodations.
 */
export async function editStudent(
  call: Call,
  input: EditStudent,
): Promise<{ student: Student; isLoginMoved: boolean }> {
  const scope = scopeOf(call.actor, 'student.edit');
  if (scope !== 'any' && scope !== 'own_school') throw notAllowed();
  const source = scope === 'any' ? 'admin' : 'school';
  const known = await findStudent(call.db, input.studentId);
  if (!known) throw noStudent();
  const { schoolId } = merged(formOf(known), input.named, input.wish);
  const asksSchool = input.named.includes('cohort') || input.named.includes('schoolId');
  const cohortChoices = asksSchool ? await cohortsOf(call, schoolId, known.schoolId) : null;
  const newEnds = input.named.includes('accommodations')
    ? await newEndsByFormText(call, input.studentId)
    : null;
  const edit = command('editStudent', (tx: Tx, fields: EditStudent) =>
    save(tx, fields, { source, cohortChoices, newEnds }),
  );
  const { isLoginMoved } = await edit(call, input).catch(async (error) => {
    const refused = isDuplicate(error, 'student_account_email') ? emailTaken() : error;
    throw await withStudents(call.db, refused, source, call.actor);
  });
  return { student: (await findStudent(call.db, input.studentId)) as Student, isLoginMoved };
}

async function save(
  tx: Tx,
  input: EditStudent,
  {
    source,
    cohortChoices,
    newEnds,
  }: Pick<Editing, 'source' | 'cohortChoices'> & { newEnds: NewEnds | null },
): Promise<Edited> {
  const { studentId, named, wish, confirmDoubleSsnDob, emailUnlocked } = input;
  const today = dayInNewYork(tx.now);
  const student = await lockStudent(tx, studentId);
  if (!student) throw noStudent();
  const before = formOf(student);
  const after = merged(before, named, wish);
  const refused = editRefusal(
    { student, named, after, source, emailUnlocked, cohortChoices },
    today,
  );
  if (refused) throw refused;
  const changed = changedFields(before, after);
  if (changed.length === 0) return { isLoginMoved: false };

  if (changed.includes('dob') || changed.includes('last4Ssn')) {
    await lockPair(tx, after.dob, after.last4Ssn);
    const pair = await listStudentsOfPair(tx, after.dob, after.last4Ssn);
    const same = pair.filter(({ id }) => id !== studentId);
    if (same.length > 0 && !confirmDoubleSsnDob) throw duplicateStudents(same.map(({ id }) => id));
  }
  const membershipTypeId = after.membershipTypeId ?? 0;
  await checkLists(tx, {
    collegeId: changed.includes('collegeId') ? after.collegeId : null,
    membershipTypeId,
  });
  const isAddressChanged = changed.includes('email') && after.email !== null;
  if (isAddressChanged && (await isEmailHeldByOther(tx, after.email as string, studentId)))
    throw emailTaken();

  const version = await updateStudent(
    tx,
    { ...after, id: studentId, membershipTypeId },
    {
      isApprovalNew:
        changed.includes('accommodations') || changed.includes('accommodationsApprovedBy'),
      by: tx.actor.name,
      today,
      now: tx.now,
    },
  );
  if (changed.includes('accommodations') || changed.includes('accommodationsApprovedBy')) {
    const { accommodations: text, accommodationsApprovedBy: approvedBy } = after;
    // the approver concerns the office alone
    const endsToMail = changed.includes('accommodations') ? newEnds : null;
    await noteFormText(tx, studentId, { text, approvedBy }, endsToMail);
  }
  const isLoginMoved = isAddressChanged && student.hasAccount;
  if (isLoginMoved) {
    const to = after.email as string;
    await moveLogin(tx, studentId, to);
    await revokeTokens(tx, { kind: 'student', id: studentId }, tx.now);
    tx.emit(PasswordChanged, { accountKind: 'student', accountId: studentId });
    const { firstName } = after;
    for (const email of addressChangedEmails({
      studentId,
      version,
      firstName,
      language: languageOf(student.language),
      from: before.email,
      to,
      by: 'office',
    }))
      tx.mail(email);
  }
  tx.emit(StudentChanged, { studentId, version });
  tx.audit({
    op: 'update',
    table: 'student',
    id: studentId,
    studentId,
    change: historyOf(before, after, changed),
  });
  return { isLoginMoved };
}

/**
 * The cohorts that can be chosen in a school; null without one. Refuses a school that is closed,
 * unless the student is in it already.
 */
async function cohortsOf(
  call: Call,
  id: number | null,
  now: number | null,
): Promise<readonly string[] | null> {
  if (id === null) return null;
  return (await schoolOnRecord(call, id, { evenClosed: id === now })).cohortChoices;
}

const noStudent = () => domainError('student_not_found', 'No student found');
const emailTaken = () =>
  domainError('email_taken', 'This email address is already in the JSE database.');
