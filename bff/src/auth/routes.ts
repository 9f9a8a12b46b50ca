import * as auth from '@portal/contract/auth';
import { steadyNow } from '@portal/kit/steady-clock';
import { clearProofCookie, readCookie, setProofCookie } from '../door/cookies.ts';
import { type Asked, route } from '../door/route.ts';
import { actorOf } from '../door/who.ts';
import type { Parts } from '../parts.ts';
import { studentView } from '../students/views.ts';
import { signInTries, unprovenTries } from './account-limits.ts';
import { signOut, startSession } from './signing-in.ts';

const checkYourEmail = 'Please check your email for a link to create your password.';
const ifSignedUp = 'If you have already signed up, you will get an email with a link to reset your password.';
const useNewPassword = 'Use your new password to login';

type Kind = 'student' | 'staff';
type Unproven = Pick<Asked, 'by' | 'request' | 'response'>;

/** Checks the token of a link and leaves the proof in the browser. */
async function confirm(kind: Kind, accountId: number, token: string, { by, response }: Unproven, { identity, cookies }: Parts) {
  const { type, name, proof } = await identity.accounts.confirmToken({ accountKind: kind, accountId, token }, by);
  setProofCookie(response, cookies, proof);
  return { valid: true as const, type: type as 'create' | 'reset', name };
}

interface NewPassword {
  password: string;
  type: 'create' | 'reset';
  token?: string | undefined;
}
/** Sets the password by proof or token, and ends every session of the account. */
async function setPassword(
  kind: Kind,
  accountId: number,
  { password, type, token }: NewPassword,
  { by, request, response }: Unproven,
  parts: Parts,
) {
  const proof = readCookie(request, 'pwreset');
  await parts.identity.accounts.setPassword({ accountKind: kind, accountId, password, type, proof, token }, by);
  await parts.sessions.endAll({ kind, id: accountId });
  clearProofCookie(response, parts.cookies);
  return { success: true as const, message: useNewPassword };
}

const pair = ({ dob, ssn }: { dob: string; ssn: string }): string => `person ${dob} ${ssn}`;
const named = (kind: Kind, name: string): string => `${kind} ${name.trim().toLowerCase()}`;

const students = [
  route(
    auth.login,
    async ({ input, by, request, response }, parts) => {
      const asked = steadyNow();
      const { student } = await parts.identity.accounts.signInStudent(input, by);
      if (!student) throw new Error('signed in without a student');
      const roles = ['ROLE_STUDENT' as const];
      const account = { kind: 'student' as const, id: student.id, roles, schoolId: null, name: `student ${student.id}` };
      await startSession(account, asked, { request, response }, parts);
      const own = { ...by, actor: actorOf(account, student.id) };
      return { student: studentView(student, await parts.catalogue.schoolNames.of(student.schoolId, own), false), roles };
    },
    ({ input, address }) => signInTries(named('student', input.email), address),
  ),
  route(auth.logout, (asked, parts) => signOut('student', asked, parts)),
  route(
    auth.checkStudentId,
    async ({ input, by }, { identity }) => {
      await identity.accounts.checkStudentId({ dob: input.dob, last4Ssn: input.ssn }, by);
      return { found: true as const };
    },
    ({ input, address }) => signInTries(pair(input), address),
  ),
  route(
    auth.register,
    async ({ input, by }, { identity }) => {
      await identity.accounts.requestSignUp({ email: input.email, dob: input.dob, last4Ssn: input.ssn }, by);
      return { message: checkYourEmail };
    },
    ({ input, address }) => signInTries(pair(input), address),
  ),
  route(
    auth.confirmToken,
    async (asked, parts) => {
      const { valid, type, name } = await confirm('student', asked.input.studentId, asked.input.token, asked, parts);
      return { valid, type, firstName: name };
    },
    ({ input, address }) => signInTries(`student link ${input.studentId}`, address),
  ),
  route(
    auth.resetPassword,
    (asked, parts) => setPassword('student', asked.input.studentId, asked.input, asked, parts),
    ({ input, address }) => signInTries(`student link ${input.studentId}`, address),
  ),
  route(
    auth.forgotPasswordRequest,
    async ({ input, by }, { identity }) => {
      await identity.accounts.requestPasswordReset({ accountKind: 'student', email: input.email }, by);
      return { message: ifSignedUp };
    },
    ({ address }) => unprovenTries('reset links', address),
  ),
];

const staff = [
  route(
    auth.adminLogin,
    async ({ input, by, request, response }, parts) => {
      const asked = steadyNow();
      const { user } = await parts.identity.accounts.signInStaff(input, by);
      if (!user) throw new Error('signed in without a user');
      const { id, loginName, realName, email, schoolId = null } = user;
      const roles = user.roles as auth.StaffUser['roles'];
      const account = { kind: 'staff' as const, id, roles, schoolId, name: loginName };
      await startSession(account, asked, { request, response }, parts);
      const schoolName = await parts.catalogue.schoolNames.of(schoolId, { ...by, actor: actorOf(account, undefined) });
      return { user: { id, loginName, realName, email, roles, schoolId, schoolName } };
    },
    ({ input, address }) => signInTries(named('staff', input.loginName), address),
  ),
  route(auth.adminLogout, (asked, parts) => signOut('staff', asked, parts)),
  route(
    auth.adminConfirmToken,
    async (asked, parts) => {
      const { valid, type, name } = await confirm('staff', asked.input.userId, asked.input.token, asked, parts);
      return { valid, type, loginName: name };
    },
    ({ input, address }) => signInTries(`staff link ${input.userId}`, address),
  ),
  route(
    auth.adminResetPassword,
    (asked, parts) => setPassword('staff', asked.input.userId, asked.input, asked, parts),
    ({ input, address }) => signInTries(`staff link ${input.userId}`, address),
  ),
  route(
    auth.adminForgotPasswordRequest,
    async ({ input, by }, { identity }) => {
      await identity.accounts.requestPasswordReset({ accountKind: 'staff', email: input.email }, by);
      return { message: ifSignedUp };
    },
    ({ address }) => unprovenTries('reset links', address),
  ),
];

export const authRoutes = [...students, ...staff];
