import { type Actor, notAllowed } from '@portal/kit/actor';
import { dayInNewYork } from '@portal/kit/clock';
import { type Call, command, inTransaction, type Tx } from '@portal/kit/command';
import { isDuplicate } from '@portal/kit/database';
import { conflict, DomainError, type FieldError, invalid } from '@portal/kit/errors';
import { StudentAdded } from '@portal/proto/identity/v1/events';
import { isEmailOfAccount, openStudentAccount } from '../accounts/open-student-account.ts';
import { hashPassword } from '../accounts/password.ts';
import { consumeBotProof, idOfBotProof } from '../bot-check/bot-proof.ts';
import { schools } from '../clients.ts';
import { isCollegeOpen, isMembershipType } from '../colleges/list-colleges.ts';
import { lockOpenInvite, useInvite } from '../invites/use-invite.ts';
import { blindHash } from '../secrets.ts';
import { limited, pairSubject } from '../sign-in/tries.ts';
import { formErrors, type Source } from './check-form.ts';
import { duplicateStudents } from './duplicate-students.ts';
import { listStudentsOfPair, lockPair } from './find-same-pair.ts';
import { findStudent } from './find-students.ts';
import { formOfSource, withInvite } from './form-of-source.ts';
import { insertStudent, type NewStudent } from './store.ts';
import type { Student, StudentForm } from './student.ts';
import { welcomeLetter } from './welcome-letter.ts';

export interface AddStudent {
  /** A fixed id, for demo data; 0 gives the next free one. Only a part may name one. */
  id: number;
  form: StudentForm;
  /** Self sign-up and demo data; from staff it is ignored. */
  password: string | null;
  isRegular: boolean;
  confirmDoubleSsnDob: boolean;
  botProof: string | null;
  /** An admin may name the seminary student whom this person is. */
  seminaryStudentId: number | null;
}

/**
 * Puts a person on record, with an account when a password comes along (C-S16, C-A10; ). Refuses with invalid,
 * duplicate_student, email_taken, bot_check_needed or too_many_tries (self sign-up) or forbidden (a school whose students are members).
 */
export async function addStudent(call: Call, input: AddStudent): Promise<Student> {
  const source = sourceOf(call.actor);
  const botProofId = source === 'self' ? idOfBotProof(input.botProof, call.now) : null; // before any work that costs
  const isRegular = input.isRegular && source !== 'school' && source !== 'self';
  const password = source === 'self' || source === 'record' ? input.password : null;
  const form = formOfSource(input.form, { source, isRegular, ownSchoolId: call.actor.schoolId ?? null });
  const school = form.schoolId === null || source === 'record' ? null : await schoolOf(call, form.schoolId);
  if (school?.studentsAreMembers && source === 'school') throw notAllowed();

  const errors = formErrors(form, { source, isRegular, password, cohortChoices: school?.cohortChoices ?? null }, dayInNewYork(call.now));
  const [first, ...others] = errors;
  if (first) throw invalid(first, ...others);

  const passwordHash = password === null ? null : await hashPassword(password);
  // the proof and the hash are no part of what the key stands for: asked again, the save gives its first answer without them
  const secrets = { passwordHash, botProofId };
  const add = command('addStudent', (tx: Tx, fields: Saved) => save(tx, fields, source, secrets));
  const fields: Saved = {
    id: source === 'record' ? input.id : 0,
    form,
    confirmDoubleSsnDob: input.confirmDoubleSsnDob,
    seminaryStudentId: source === 'admin' ? input.seminaryStudentId : null,
    // the key's fingerprint must not be made of a bare password
    passwordMark: password === null ? null : blindHash('password mark', password),
  };
  if (botProofId === null) return addOnce(() => add(call, fields));
  return limited(call, pairSubject(form.dob, form.last4Ssn), () => addOnce(() => add(call, fields))).catch(async (error) => {
    if (tellsOfOthers(error)) await useUp(call, botProofId);
    throw error;
  });
}

async function addOnce(add: () => Promise<Student>): Promise<Student> {
  try {
    return await add();
  } catch (error) {
    throw isDuplicate(error, 'student_account_email') ? emailTaken() : error;
  }
}

/** Refusals that say that somebody is on record: each of them costs a bot check of its own. */
const tellsOfOthers = (error: unknown): boolean =>
  error instanceof DomainError && (error.code === 'duplicate_student' || error.code === 'email_taken');

const useUp = (call: Call, botProofId: string): Promise<void> =>
  inTransaction(call, 'useUpBotProof', (tx) => consumeBotProof(tx, botProofId, call.now)).catch(() => {}); // used up already is as good

type Saved = Pick<AddStudent, 'id' | 'form' | 'confirmDoubleSsnDob' | 'seminaryStudentId'> & { passwordMark: string | null };
type Secrets = { passwordHash: string | null; botProofId: string | null };

async function save(tx: Tx, input: Saved, source: Source, { passwordHash, botProofId }: Secrets): Promise<Student> {
  const { now, actor } = tx;
  const { form } = input;
  if (botProofId !== null) await consumeBotProof(tx, botProofId, now);
  await lockPair(tx, form.dob, form.last4Ssn);
  const same = await listStudentsOfPair(tx, form.dob, form.last4Ssn);
  if (same.length > 0 && (source === 'self' || !input.confirmDoubleSsnDob)) throw duplicateStudents(same, source, actor);
  if (form.email !== null && (await isEmailOfAccount(tx, form.email))) throw emailTaken();

  const invite = source === 'self' && form.email !== null ? await lockOpenInvite(tx, form.email, now) : undefined;
  const complete = source === 'self' ? withInvite(form, invite ?? null) : { ...form, membershipTypeId: form.membershipTypeId ?? 0 };
  await checkLists(tx, complete);

  const by = source === 'record' ? 'system' : source === 'self' ? 'sign-up' : actor.name;
  const id = await insertStudent(tx, { ...complete, id: input.id }, by, dayInNewYork(now), now);
  if (passwordHash !== null && form.email !== null) await openStudentAccount(tx, { id, email: form.email, passwordHash, now });
  if (invite) await useInvite(tx, invite.id, id, now);
  const seminaryStudentId = invite?.seminaryStudentId ?? input.seminaryStudentId ?? undefined;
  tx.emit(StudentAdded, { studentId: id, seminaryStudentId });
  tx.audit({ op: 'insert', table: 'student', id, studentId: id, change: {} });
  if (source === 'self' && form.email !== null) tx.mail(welcomeLetter(id, form.email, form.firstName));
  return (await findStudent(tx, id)) as Student;
}

function sourceOf({ kind, roles }: Actor): Source {
  if (kind === 'service') return 'record';
  if (kind === 'public') return 'self';
  if (kind === 'staff' && roles.some((role) => role === 'ROLE_ADMIN' || role === 'ROLE_SUPER_ADMIN')) return 'admin';
  if (kind === 'staff' && roles.includes('ROLE_SCHOOL_ADMIN')) return 'school';
  throw notAllowed();
}

async function schoolOf(call: Call, id: number) {
  const { schools: found } = await schools.listSchools({ ids: [id] }, { actor: call.actor, requestId: call.requestId });
  const school = found.find((one) => one.id === id && one.active);
  if (!school) throw invalid({ path: 'schoolId', message: 'School invalid' });
  return school;
}

async function checkLists(tx: Tx, { collegeId, membershipTypeId }: Pick<NewStudent, 'collegeId' | 'membershipTypeId'>): Promise<void> {
  const errors: FieldError[] = [];
  if (collegeId !== null && !(await isCollegeOpen(tx, collegeId))) errors.push({ path: 'collegeId', message: 'College invalid' });
  if (!(await isMembershipType(tx, membershipTypeId))) errors.push({ path: 'membershipTypeId', message: 'Membership type invalid' });
  const [first, ...others] = errors;
  if (first) throw invalid(first, ...others);
}

const emailTaken = (): DomainError => conflict('email_taken', 'This email address is already in the JSE database.');
