import type { CallSpec } from '@portal/contract/call';
import type { addStudent } from '@portal/contract/students/enrol';
import { serviceActor } from '@portal/kit/auth/actor';
import { DomainError, forbidden } from '@portal/kit/errors';
import type { CallOptions } from '@portal/kit/grpc/client';
import { Student } from '@portal/proto/identity/v1/students';
import type { AppContext } from '../app-context.ts';
import { ofAddress } from '../auth/account-limits.ts';
import { endSessionsOfLoser } from '../auth/signing-in.ts';
import type { TryLimit } from '../http/rate-limits/attempts.ts';
import { refuse } from '../http/refuse.ts';
import type { RequestContext } from '../http/route.ts';
import { chosenLanguage, readCookie } from '../http/session/cookies.ts';
import { recordView } from '../students/staff-view.ts';
import { studentView } from '../students/views.ts';
import { sameFields } from './same-fields.ts';
import { studentsOfSchool } from './students-of-school.ts';
import { type Brief, briefView } from './views.ts';

/** The call by any of its paths. */
type Adding = RequestContext<Omit<typeof addStudent, 'path'> & Pick<CallSpec, 'path'>>;
type Input = Adding['input'];

/** Refusals that reveal a person on record, and failed guesses at the proof of a caller. */
const countedCodes = ['duplicate_student', 'email_taken', 'bot_check_needed', 'invitation_invalid'];

const last4Of = ({ last4ssn, ssn }: Input): string => last4ssn ?? ssn ?? '';

/**
 * Returns the limits that keep a caller from finding out by sign-ups who is on record: 10 such
 * refusals in 15 minutes for one person, 60 for one network address.
 */
export function addingTries({ input, session, address }: Adding): TryLimit {
  const ofPerson = { of: `added person ${input.dob} ${last4Of(input)}`, most: 10 };
  return session === null
    ? {
        rules: [ofAddress('self sign-ups', address), ofPerson],
        counts: (error) => countedCodes.includes(error.code),
      }
    : { rules: [], counts: () => false };
}

/**
 * Puts a student on record (C-S16, C-A10): by staff, or as a self sign-up, which needs the proof of
 * a passed bot check.
 */
export const handleAddStudent = (request: Adding, context: AppContext) =>
  request.session === null ? signUp(request, context) : addByStaff(request, context);

async function signUp({ input, by, request }: Adding, context: AppContext) {
  const { identity, catalogue } = context;
  // otherwise staff whose session has ended would get a robot check
  if (input.password === undefined && readCookie(request, 'sid') !== undefined)
    throw refuse('session_over');
  const botProof = readCookie(request, 'botcheck');
  if (botProof === undefined)
    throw forbidden('bot_check_needed', 'Please confirm that you are not a robot.');
  // the cookie stays: its proof is used up, and a retry of the key must get its first answer
  const { password, invitation } = input;
  const { student, lostByStudentId } = await identity.students.addStudent(
    { ...requestOf(input), botProof, password, invitation, language: chosenLanguage(request) },
    by,
  );
  if (!student) throw new Error('a student was added and not told');
  await endSessionsOfLoser(lostByStudentId, context);
  // a caller without an account may not read schools, so the portal reads the name
  const schoolName = await catalogue.schoolNames.of(student.schoolId, {
    ...by,
    actor: serviceActor('bff'),
  });
  return answerOf(studentView(student, schoolName, false), student, schoolName);
}

async function addByStaff({ input, by }: Adding, context: AppContext) {
  const { identity, catalogue } = context;
  const { schoolNames } = catalogue;
  return withDuplicates(by, catalogue, async () => {
    const { student } = await identity.students.addStudent(requestOf(input), by);
    if (!student) throw new Error('a student was added and not told');
    const [schoolName, allSchoolStudents] = await Promise.all([
      schoolNames.of(student.schoolId, by),
      studentsOfSchool(student, by, context),
    ]);
    const view = recordView(student, schoolName, {});
    return { ...answerOf(view, student, schoolName), allSchoolStudents };
  });
}

/** The refusal of a duplicate names the schools of those who are on record. */
export async function withDuplicates<T>(
  by: CallOptions,
  { schoolNames }: Pick<AppContext['catalogue'], 'schoolNames'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'duplicate_student')) throw error;
    const same = (error.extra.students ?? []) as Brief[];
    const students = await Promise.all(
      same.map(async (one) => briefView(one, await schoolNames.of(one.schoolId, by))),
    );
    throw new DomainError(error.status, error.code, error.detail, { ...error.extra, students });
  }
}

const answerOf = <View>(view: View, { schoolId }: Student, schoolName: string | null) => ({
  student: view,
  allSchoolStudents: null,
  school: schoolId === undefined ? null : { id: schoolId, name: schoolName ?? '' },
  paymentMethods: [],
});

/** The form under the names of the service. */
function requestOf(input: Input) {
  const student = Student.fromPartial({
    ...sameFields(input),
    last4Ssn: last4Of(input),
    collegeId: input.collegeId ?? input.college ?? undefined,
    membershipTypeId: input.membershipTypeId ?? input.membershipType ?? 0,
    schoolId: input.schoolId ?? input.school ?? undefined,
    accommodationsApprovedBy: input.accommodationsApprovedBy ?? input.approvedBy,
    isForSchool: input.isForSchool ?? false,
  });
  return {
    student,
    confirmDoubleSsnDob: input.confirmDoubleSsnDob ?? false,
    isRegular: input.isRegularAddEditStudent ?? input.isRegularAdd ?? false,
    seminaryStudentId: input.seminaryStudentId ?? undefined,
  };
}
