import { serviceActor } from '@portal/kit/auth/actor';
import { dayInNewYork } from '@portal/kit/clock';
import { type Call, command, inTransaction, type Tx } from '@portal/kit/commands/command';
import { languageOf } from '@portal/kit/email/language';
import { DomainError } from '@portal/kit/errors';
import { StudentChanged } from '@portal/proto/identity/v1/events';
import { isCollegeOpen } from '../../records/colleges/list-colleges.ts';
import { findStudent } from '../../records/students/find-students.ts';
import type { StudentForm } from '../../records/students/student.ts';
import { touchStudent } from '../../records/students/touch-student.ts';
import { listStudentsOfPair, lockPair } from '../duplicates/find-same-pair.ts';
import { addStudent } from '../enrolment/add-student.ts';
import { formErrors } from '../form/check-form.ts';
import { studySignUpEmail } from './sign-up-email.ts';
import { lockByTtiId, setMembership } from './store.ts';

/** TTI's data of a person who has joined. */
export interface JoinStudy {
  ttiStudentId: string;
  isMember: boolean;
  /**
   * Null when TTI does not know enough for a record: birth date, SSN digits or gender are missing.
   */
  form: StudentForm | null;
}

/**
 * Links a person with TTI, or returns 'new' when they are not on record, and 'unclear' when it
 * cannot be determined who they are.
 */
const linkStudy = command(
  'linkStudy',
  async (
    tx: Tx,
    { ttiStudentId, isMember, form }: JoinStudy,
  ): Promise<number | 'new' | 'unclear'> => {
    const linked = await lockByTtiId(tx, ttiStudentId);
    if (linked)
      return keep(tx, linked.id, {
        ttiStudentId,
        was: linked.isTtiMember,
        isMember: isMember || linked.isTtiMember,
      });
    if (!form) return 'unclear';
    await lockPair(tx, form.dob, form.last4Ssn);
    const [same, ...others] = await listStudentsOfPair(tx, form.dob, form.last4Ssn);
    if (!same) return 'new';
    if (others.length > 0 || same.ttiStudentId !== null) return 'unclear';
    return keep(tx, same.id, { ttiStudentId, was: false, isMember });
  },
);

async function keep(
  tx: Tx,
  studentId: number,
  { ttiStudentId, was, isMember }: { ttiStudentId: string; was: boolean; isMember: boolean },
): Promise<number | 'unclear'> {
  if (!(await setMembership(tx, studentId, ttiStudentId, isMember))) return 'unclear';
  const version = await touchStudent(tx, studentId, tx.actor.name, tx.now);
  tx.emit(StudentChanged, { studentId, version });
  tx.audit({
    op: 'update',
    table: 'student',
    id: studentId,
    studentId,
    change: { ttiStudentId, isTtiMember: [was, isMember] },
  });
  return studentId;
}

/**
 * A member who cannot sign in yet gets a mail that says how to sign up; the key of the mail keeps
 * it to one.
 */
const mailHowToSignUp = (call: Call, studentId: number): Promise<void> =>
  inTransaction(call, 'tellHowToSignUp', async (tx) => {
    const student = await findStudent(tx, studentId);
    if (!student?.email || student.hasAccount) return;
    const { id, email, firstName } = student;
    tx.mail(studySignUpEmail({ id, email, firstName, language: languageOf(student.language) }));
  });

const mayBeLeftOut = [
  'email',
  'cellphone',
  'phone',
  'address',
  'city',
  'state',
  'zip',
  'country',
  'collegeId',
] as const;

/**
 * The form without the fields that are not fit for a record; null when one that a record must have
 * is not.
 */
function fitForm(form: StudentForm, today: string): StudentForm | null {
  const wrong = formErrors(
    form,
    { source: 'record', isRegular: false, password: null, cohortChoices: null },
    today,
  ).map(({ path }) => path);
  const out = mayBeLeftOut.filter((field) => wrong.includes(field));
  if (out.length < wrong.length) return null;
  return { ...form, ...Object.fromEntries(out.map((field) => [field, null])) };
}

/**
 * Links the person with TTI, and puts them on record when no student has their birth date and SSN
 * digits. Returns their student id, or null when TTI's data make no record or fit several persons:
 * the office settles that by hand.
 */
export async function joinStudy(call: Call, input: JoinStudy): Promise<number | null> {
  const form = input.form && fitForm(input.form, dayInNewYork(call.now));
  const linked = await linkStudy(call, { ...input, form });
  if (linked === 'unclear') return null;
  if (linked !== 'new' || !form) {
    if (linked === 'new') return null;
    if (input.isMember) await mailHowToSignUp(call, linked);
    return linked;
  }
  const collegeId =
    form.collegeId !== null && (await isCollegeOpen(call.db, form.collegeId))
      ? form.collegeId
      : null;
  try {
    const added = await addStudent(
      { ...call, actor: serviceActor(call.actor.name) },
      {
        id: 0,
        form: { ...form, collegeId, ttiStudentId: input.ttiStudentId, isTtiMember: input.isMember },
        password: null,
        isRegular: false,
        confirmDoubleSsnDob: false,
        botProof: null,
        seminaryStudentId: null,
      },
    );
    if (input.isMember) await mailHowToSignUp(call, added.id);
    return added.id;
  } catch (error) {
    if (error instanceof DomainError && !error.isTransient) return null;
    throw error;
  }
}
