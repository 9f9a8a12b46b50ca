import { STUDENT_ROLE } from '@portal/access/roles';
import * as auth from '@portal/contract/students/auth';
import { steadyNow } from '@portal/kit/steady-clock';
import type { AppContext } from '../app-context.ts';
import { type RequestContext, route } from '../http/route.ts';
import { actorOf } from '../http/session/caller.ts';
import {
  chosenLanguage,
  clearProofCookie,
  readCookie,
  readRemembered,
  setLanguageCookie,
  setProofCookie,
} from '../http/session/cookies.ts';
import { deviceOf } from '../http/session/device.ts';
import type { Login } from '../http/session/known-browsers.ts';
import { studentView } from '../students/views.ts';
import {
  identityTries,
  linkTries,
  signInTries,
  staffSignInTries,
  unprovenTries,
} from './account-limits.ts';
import { markOfBrowser, rememberBrowser } from './browser-cookie.ts';
import { askSecondStep, staffLogin, staffSession } from './second-step.ts';
import { endSessionsOfLoser, signOut, startSession } from './signing-in.ts';

const checkYourEmail = 'Please check your email for a link to create your password.';
const ifSignedUp =
  'If you have already signed up, you will get an email with a link to reset your password.';
const addressIsFree =
  'Your email address is free again. Nobody can log in with it now, and you can use it to sign up.';
const useNewPassword = 'Use your new password to login';

type Kind = Login['kind'];
type Unproven = Pick<RequestContext, 'by' | 'request' | 'response'>;

/** Checks the token of a link and leaves the proof in the browser. */
async function confirm(
  kind: Kind,
  accountId: number,
  token: string,
  { by, response }: Unproven,
  { identity, cookies }: AppContext,
) {
  const { type, name, proof, identityNeeded } = await identity.accounts.confirmToken(
    { accountKind: kind, accountId, token },
    by,
  );
  setProofCookie(response, cookies, proof);
  return { valid: true as const, type: type as 'create' | 'reset', name, identityNeeded };
}

interface NewPassword {
  password: string;
  type: 'create' | 'reset';
  token?: string | undefined;
  dob?: string | undefined;
  ssn?: string | undefined;
}
/** Sets the password by proof or token, and ends every session of the account. */
async function setPassword(
  kind: Kind,
  accountId: number,
  { password, type, token, dob, ssn }: NewPassword,
  { by, request, response }: Unproven,
  context: AppContext,
) {
  const proof = readCookie(request, 'pwreset');
  const identity = dob === undefined || ssn === undefined ? undefined : { dob, last4Ssn: ssn };
  const language = chosenLanguage(request);
  const passwordReset = {
    accountKind: kind,
    accountId,
    password,
    type,
    proof,
    token,
    identity,
    language,
  };
  const { lostByStudentId } = await context.identity.accounts.setPassword(passwordReset, by);
  await context.sessions.endAll({ kind, id: accountId });
  await endSessionsOfLoser(lostByStudentId, context);
  clearProofCookie(response, context.cookies);
  return { success: true as const, message: useNewPassword };
}

/**
 * Returns the identity that the caller claims, with the proof that is required after many misses.
 * The cookie stays: its proof is valid until a miss.
 */
const identityOf = ({
  input,
  address,
  request,
}: Pick<RequestContext<typeof auth.checkStudentId>, 'input' | 'address' | 'request'>) => ({
  dob: input.dob,
  last4Ssn: input.ssn,
  address,
  botProof: readCookie(request, 'botcheck'),
});

const studentLogin = ({ email }: { email: string }): Login => ({ kind: 'student', name: email });

const students = [
  route(
    auth.login,
    async ({ input, by, request, response }, context) => {
      const query = steadyNow();
      const browser = markOfBrowser(studentLogin(input), request, context) ?? undefined;
      const { student } = await context.identity.accounts.signInStudent(
        { ...input, browser, language: chosenLanguage(request) },
        by,
      );
      if (!student) throw new Error('signed in without a student');
      const roles = [STUDENT_ROLE];
      const account = {
        kind: 'student' as const,
        id: student.id,
        roles,
        schoolId: null,
        name: `student ${student.id}`,
      };
      await startSession(account, query, { request, response }, context);
      rememberBrowser(studentLogin(input), { request, response }, context);
      if (student.language !== undefined)
        setLanguageCookie(response, context.cookies, student.language);
      const own = { ...by, actor: actorOf(account, student.id) };
      return {
        student: studentView(
          student,
          await context.catalogue.schoolNames.of(student.schoolId, own),
          false,
        ),
        roles,
      };
    },
    ({ input, address, request }, context) =>
      signInTries(
        studentLogin(input),
        address,
        markOfBrowser(studentLogin(input), request, context),
      ),
    ({ input }) => studentLogin(input),
  ),
  route(auth.logout, (request, context) => signOut('student', request, context)),
  route(
    auth.checkStudentId,
    async (request, { identity }) => {
      await identity.accounts.checkStudentId(identityOf(request), request.by);
      return { found: true as const };
    },
    ({ input, address }) => identityTries(input, address),
  ),
  route(
    auth.register,
    async (request, { identity }) => {
      await identity.accounts.requestSignUp(
        {
          ...identityOf(request),
          email: request.input.email,
          language: chosenLanguage(request.request),
        },
        request.by,
      );
      return { message: checkYourEmail };
    },
    ({ input, address }) => identityTries(input, address),
  ),
  route(
    auth.confirmToken,
    async (request, context) => {
      const { valid, type, name, identityNeeded } = await confirm(
        'student',
        request.input.studentId,
        request.input.token,
        request,
        context,
      );
      return { valid, type, firstName: name, ...(identityNeeded ? { identityNeeded } : {}) };
    },
    ({ address }) => linkTries('student', address),
  ),
  route(
    auth.resetPassword,
    (request, context) =>
      setPassword('student', request.input.studentId, request.input, request, context),
    ({ address }) => linkTries('student', address),
  ),
  route(
    auth.releaseAddress,
    async ({ input, by, request, response }, context) => {
      const { studentId, token } = input;
      await context.identity.accounts.releaseAddress(
        { studentId, proof: readCookie(request, 'pwreset'), token },
        by,
      );
      await endSessionsOfLoser(studentId, context);
      clearProofCookie(response, context.cookies);
      return { released: true as const, message: addressIsFree };
    },
    ({ address }) => linkTries('student', address),
  ),
  route(
    auth.forgotPasswordRequest,
    async ({ input, by }, { identity }) => {
      await identity.accounts.requestPasswordReset(
        { accountKind: 'student', email: input.email },
        by,
      );
      return { message: ifSignedUp };
    },
    ({ address }) => unprovenTries('student reset requests', address),
  ),
];

const staff = [
  route(
    auth.adminLogin,
    async ({ input, by, request, response, address }, context) => {
      const query = steadyNow();
      const browser = markOfBrowser(staffLogin(input), request, context) ?? undefined;
      const device = deviceOf(request.get('user-agent'));
      const remembered = readRemembered(request);
      const { user, secondStep, rememberedId } = await context.identity.accounts.signInStaff(
        { ...input, browser, device, remembered },
        by,
      );
      if (secondStep) return askSecondStep(secondStep, response, context);
      return staffSession(user, query, { by, request, response, address, rememberedId }, context);
    },
    ({ input, address, request }, context) =>
      staffSignInTries(
        staffLogin(input),
        address,
        markOfBrowser(staffLogin(input), request, context),
      ),
    ({ input }) => staffLogin(input),
  ),
  route(auth.adminLogout, (request, context) => signOut('staff', request, context)),
  route(
    auth.adminConfirmToken,
    async (request, context) => {
      const { valid, type, name } = await confirm(
        'staff',
        request.input.userId,
        request.input.token,
        request,
        context,
      );
      return { valid, type, loginName: name };
    },
    ({ address }) => linkTries('staff', address),
  ),
  route(
    auth.adminResetPassword,
    (request, context) =>
      setPassword('staff', request.input.userId, request.input, request, context),
    ({ address }) => linkTries('staff', address),
  ),
  route(
    auth.adminForgotPasswordRequest,
    async ({ input, by }, { identity }) => {
      await identity.accounts.requestPasswordReset(
        { accountKind: 'staff', email: input.email },
        by,
      );
      return { message: ifSignedUp };
    },
    ({ address }) => unprovenTries('staff reset requests', address),
  ),
];

export const authRoutes = [...students, ...staff];
