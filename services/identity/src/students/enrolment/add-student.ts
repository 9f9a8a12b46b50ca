import { scopeOf } from '@portal/access/can';
import { type Actor, notAllowed } from '@portal/kit/auth/actor';
import { dayInNewYork } from '@portal/kit/clock';
import { type Call, command, inTransaction, type Tx } from '@portal/kit/commands/command';
import { isDuplicate } from '@portal/kit/database/database';
import { languageOf } from '@portal/kit/email/language';
import { DomainError, invalid } from '@portal/kit/errors';
import { StudentAdded } from '@portal/proto/identity/v1/events';
import { claimAddress } from '../../accounts/addresses/claim-address.ts';
import { hashPassword } from '../../accounts/passwords/password.ts';
import { keepLanguage } from '../../accounts/records/keep-language.ts';
import {
  isEmailOfAccount,
  openStudentAccount,
} from '../../accounts/records/open-student-account.ts';
import { limited, pairCount } from '../../accounts/records/tries.ts';
import { domainError } from '../../errors.ts';
import { noteFormText } from '../../records/accommodations/form-text.ts';
import { findStudent } from '../../records/students/find-students.ts';
import type { Student, StudentForm } from '../../records/students/student.ts';
import { insertStudent } from '../../records/students/student-store.ts';
import { schoolOnRecord } from '../../school-on-record.ts';
import { blindHash, hashOfToken } from '../../secrets.ts';
import { consumeBotProof, idOfBotProof } from '../../security/bot-check/bot-proof.ts';
import { duplicateStudents, withStudents } from '../duplicates/duplicate-students.ts';
import { listStudentsOfPair, lockPair } from '../duplicates/find-same-pair.ts';
import { formErrors, type Source } from '../form/check-form.ts';
import { checkLists } from '../form/check-lists.ts';
import { formOfSource, withInvite } from '../form/form-of-source.ts';
import { lockOpenInvite, type OpenInvite, useInvite } from '../invites/use-invite.ts';
import { welcomeEmail } from './welcome-email.ts';

export interface AddStudent {
  /** A fixed id, for demo data; 0 gives the next free one. Only a service may name one. */
  id: number;
  form: StudentForm;
  /** Self sign-up and demo data; from staff it is ignored. */
  password: string | null;
  isRegular: boolean;
  confirmDoubleSsnDob: boolean;
  botProof: string | null;
  /** Self sign-up: the secret of the mailed invitation; without it nothing is granted. */
  invitation?: string | null;
  /** Self sign-up: that of the page, in which mails are written. */
  language?: string | null;
  /** An admin may name the person's seminary student. */
  seminaryStudentId: number | null;
}

/**
 * Puts a person on record, with an account when a password comes along (C-S16, C-A10; R-038 to
 * Refuses with invalid, duplicate_student, email_taken, bot_check_needed,
 * invitation_invalid or too_many_tries (self sign-up), or to a school admin with forbidden (a
 * school whose students are members) or school_not_found (another school than the own one).
 */
export const addStudent = async (call: Call, input: AddStudent): Promise<Student> =>
  (await addOrClaim(call, input)).student;

/**
 * The same, with the student whose account lost the address of an invitation, which it had without
 * ever confirming it; null when none did.
 */
export async function addOrClaim(
  call: Call,
  input: AddStudent,
): Promise<{ student: Student; lostBy: number | null }> {
  const source = sourceOf(call.actor);
  // before any work that costs
  const botProofId = source === 'self' ? idOfBotProof(input.botProof, call.now) : null;
  const isRegular = input.isRegular && source !== 'school' && source !== 'self';
  const password = source === 'self' || source === 'record' ? input.password : null;
  if (source === 'school') refuseOtherSchool(call.actor, input.form.schoolId);
  const form = formOfSource(input.form, {
    source,
    isRegular,
    ownSchoolId: call.actor.schoolId ?? null,
  });
  const school =
    form.schoolId === null || source === 'record'
      ? null
      : await schoolOnRecord(call, form.schoolId);
  if (school?.studentsAreMembers && source === 'school') throw notAllowed();

  const errors = formErrors(
    form,
    { source, isRegular, password, cohortChoices: school?.cohortChoices ?? null },
    dayInNewYork(call.now),
  );
  const [first, ...others] = errors;
  if (first) throw invalid(first, ...others);

  const passwordHash = password === null ? null : await hashPassword(password);
  // proof and hash are not in the fingerprint of the key: a repeated call gets the first answer
  // without them
  const secrets = { passwordHash, botProofId };
  const add = command('addStudent', (tx: Tx, fields: Saved) => save(tx, fields, source, secrets));
  const fields: Saved = {
    id: source === 'record' ? input.id : 0,
    form,
    confirmDoubleSsnDob: input.confirmDoubleSsnDob,
    seminaryStudentId: source === 'admin' ? input.seminaryStudentId : null,
    invitationHash:
      source === 'self' && input.invitation
        ? hashOfToken(input.invitation).toString('base64url')
        : null,
    language: source === 'self' ? (input.language ?? null) : null,
    // the key's fingerprint must not be made of a bare password
    passwordMark: password === null ? null : blindHash('password mark', password),
  };
  const adding =
    botProofId === null
      ? addOnce(() => add(call, fields))
      : limited(call, pairCount(form.dob, form.last4Ssn), () =>
          addOnce(() => add(call, fields)),
        ).catch(async (error) => {
          if (revealsOthers(error)) await useUp(call, botProofId);
          throw error;
        });
  const { id, lostBy = null } = await adding.catch(async (error) => {
    throw await withStudents(call.db, error, source, call.actor);
  });
  return { student: (await findStudent(call.db, id)) as Student, lostBy };
}

/**
 * Of a new student the kept answer of the key holds the id alone: everything else is read where it
 * is kept.
 */
type Added = Pick<Student, 'id'> & { lostBy?: number | null };

async function addOnce(add: () => Promise<Added>): Promise<Added> {
  try {
    return await add();
  } catch (error) {
    throw isDuplicate(error, 'student_account_email') ? emailTaken() : error;
  }
}

/** Refusals that reveal that a student is on record: each of them costs a bot check of its own. */
const revealsOthers = (error: unknown): boolean =>
  error instanceof DomainError &&
  (error.code === 'duplicate_student' || error.code === 'email_taken');

const useUp = (call: Call, botProofId: string): Promise<void> =>
  inTransaction(call, 'useUpBotProof', (tx) => consumeBotProof(tx, botProofId, call.now)).catch(
    () => {},
  ); // used up already is as good

type Saved = Pick<AddStudent, 'id' | 'form' | 'confirmDoubleSsnDob' | 'seminaryStudentId'> & {
  invitationHash: string | null;
  passwordMark: string | null;
  language: string | null;
};
type Secrets = { passwordHash: string | null; botProofId: string | null };

async function save(
  tx: Tx,
  input: Saved,
  source: Source,
  { passwordHash, botProofId }: Secrets,
): Promise<Added> {
  const { now, actor } = tx;
  const { form } = input;
  if (botProofId !== null) await consumeBotProof(tx, botProofId, now);
  const invite = await inviteOf(tx, input);
  await lockPair(tx, form.dob, form.last4Ssn);
  const same = await listStudentsOfPair(tx, form.dob, form.last4Ssn);
  if (same.length > 0 && (source === 'self' || !input.confirmDoubleSsnDob))
    throw duplicateStudents(same.map(({ id }) => id));
  // the secret of an invitation proves the mailbox
  const lostBy = invite && form.email !== null ? await claimAddress(tx, form.email, null) : null;
  if (form.email !== null && (await isEmailOfAccount(tx, form.email))) throw emailTaken();

  const complete =
    source === 'self'
      ? withInvite(form, invite ?? null)
      : { ...form, membershipTypeId: form.membershipTypeId ?? 0 };
  await checkLists(tx, complete);

  const by = source === 'record' ? 'system' : source === 'self' ? 'sign-up' : actor.name;
  const id = await insertStudent(tx, { ...complete, id: input.id }, by, dayInNewYork(now), now);
  const isConfirmed = invite !== undefined || source === 'record';
  if (passwordHash !== null && form.email !== null)
    await openStudentAccount(tx, { id, email: form.email, passwordHash, isConfirmed, now });
  await keepLanguage(tx, id, input.language);
  if (invite) await useInvite(tx, invite.id, id, now);
  const seminaryStudentId = invite?.seminaryStudentId ?? input.seminaryStudentId ?? undefined;
  tx.emit(StudentAdded, { studentId: id, seminaryStudentId });
  const { accommodations: text, accommodationsApprovedBy: approvedBy } = form;
  // nothing of theirs was changed, so no mail says that it was
  if (text !== null) await noteFormText(tx, id, { text, approvedBy }, null);
  tx.audit({ op: 'insert', table: 'student', id, studentId: id, change: {} });
  if (source === 'self' && form.email !== null)
    tx.mail(
      welcomeEmail({
        id,
        email: form.email,
        firstName: form.firstName,
        language: languageOf(input.language),
        isConfirmed,
      }),
    );
  return { id, lostBy };
}

/**
 * Returns the invitation that the person brings along; undefined when there is none. Refuses with
 * invitation_invalid one that is over or was mailed to another address, so that an invited person
 * does not sign up without its promised terms by mistake.
 */
async function inviteOf(tx: Tx, { invitationHash, form }: Saved): Promise<OpenInvite | undefined> {
  if (invitationHash === null) return undefined;
  const secretHash = Buffer.from(invitationHash, 'base64url');
  const invite =
    form.email === null
      ? undefined
      : await lockOpenInvite(tx, { secretHash, email: form.email }, tx.now);
  if (!invite) throw domainError('invitation_invalid');
  return invite;
}

function sourceOf(actor: Actor): Source {
  if (actor.kind === 'service') return 'record';
  if (actor.kind === 'public') return 'self';
  const scope = scopeOf(actor, 'student.add');
  if (scope === 'any') return 'admin';
  if (scope === 'own_school') return 'school';
  throw notAllowed();
}

/**
 * Of other schools a school admin learns nothing, not even that they exist. A form without a school
 * means the own one.
 */
function refuseOtherSchool(actor: Actor, named: number | null): void {
  if (named !== null && named !== actor.schoolId) throw domainError('school_not_found');
}

const emailTaken = (): DomainError =>
  domainError('email_taken', 'This email address is already in the JSE database.');
