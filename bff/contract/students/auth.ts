import { ROLES, STUDENT_ROLE } from '@portal/access/roles';
import * as z from 'zod';
import { call } from '../call.ts';
import { dob, email, id, newPassword, opaque, ssn4, text, typedPassword } from '../types.ts';
import { Student } from './student.ts';

const tokenType = z.enum(['create', 'reset']);
/** Of a link in a mail. */
export const linkToken = opaque(200, 'This link is no longer valid. Please request a new one.');
const loggedOut = z.object({ loggedOut: z.literal(true) });
const message = z.object({ message: z.string() });
const passwordChanged = z.object({ success: z.literal(true), message: z.string() });

export const StaffUser = z
  .object({
    id: z.int(),
    loginName: z.string(),
    realName: z.string(),
    email: z.string(),
    roles: z.array(z.enum(ROLES)),
    schoolId: z.int().nullable(),
    schoolName: z.string().nullable(),
  })
  .meta({ id: 'StaffUser' });
export type StaffUser = z.output<typeof StaffUser>;

/** How the second step can be proved. */
export const SecondFactorMethod = z.enum(['passkey', 'totp', 'recovery']);
export type SecondFactorMethod = z.output<typeof SecondFactorMethod>;

/** Staff are signed in. */
export const StaffSignedIn = z.object({ user: StaffUser });

const SecondFactor = z
  .object({
    methods: z.array(SecondFactorMethod),
    options: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('For navigator.credentials.get, where a passkey is one of the methods'),
    mustSetUp: z.boolean().describe('The role needs a factor and there is none: addSecondFactor'),
  })
  .meta({ id: 'SecondFactor' });
export type SecondFactor = z.output<typeof SecondFactor>;

export const adminLogin = call({
  method: 'POST',
  path: '/api/admin/login',
  summary: 'Staff sign in',
  description:
    'Who has a second factor, or must have one, is not signed in by the password alone: the ' +
    'answer is `secondFactor`, with the HttpOnly cookie `pending` (5 minutes), and secondFactor ' +
    'or addSecondFactor goes on. Not on a device that was remembered.',
  permission: 'account.sign_in',
  body: z.object({ loginName: text(100), password: typedPassword }),
  answer: z.union([StaffSignedIn, z.object({ secondFactor: SecondFactor })]),
  refuses: { invalid_credentials: 422, account_disabled: 403 },
});

export const adminLogout = call({
  method: 'POST',
  path: '/api/admin/logout',
  summary: 'Staff sign out: ends every session of the account',
  description: 'Answers 200 also when the session is already over.',
  permission: 'account.sign_in',
  answer: loggedOut,
});

export const checkStudentId = call({
  method: 'POST',
  path: '/api/checkStudentId',
  queued: true,
  summary:
    'Sign-up, step 1: is there a student with this birth date and SSN who has no account yet',
  description:
    'After five refused tries of a day at a birth date, or from a network address, each one ' +
    'needs the proof of verifyRecaptcha (HttpOnly cookie `botcheck`); ' +
    'it is good until a try is refused.',
  permission: 'account.sign_up',
  body: z.object({ dob, ssn: ssn4 }),
  answer: z.object({ found: z.literal(true) }),
  refuses: { student_not_found: 404, already_signed_up: 409, bot_check_needed: 403 },
});

export const register = call({
  method: 'POST',
  path: '/api/register',
  queued: true,
  summary: 'Sign-up, step 2: mails a link to create a password',
  description:
    'At most 3 mails an hour to one address and for one student. ' +
    'Needs the proof of verifyRecaptcha when checkStudentId does.',
  permission: 'account.sign_up',
  body: z.object({ email, dob, ssn: ssn4 }),
  answer: message,
  refuses: {
    email_mismatch: 422,
    account_closed: 403,
    student_not_found: 404,
    already_signed_up: 409,
    bot_check_needed: 403,
  },
});

export const login = call({
  method: 'POST',
  path: '/api/login',
  queued: true,
  summary: 'Students sign in',
  permission: 'account.sign_in',
  body: z.object({ email, password: typedPassword }),
  answer: z.object({ student: Student, roles: z.array(z.literal(STUDENT_ROLE)) }),
  refuses: { invalid_credentials: 422, account_disabled: 403, account_closed: 403 },
});

export const logout = call({
  method: 'POST',
  path: '/api/logout',
  summary: 'Students sign out: ends every session of the account',
  description: 'Answers 200 also when the session is already over.',
  permission: 'account.sign_in',
  answer: loggedOut,
});

export const confirmToken = call({
  method: 'POST',
  path: '/api/confirmToken',
  queued: true,
  summary: 'Checks the link to create or reset a password, without using it up',
  description:
    'Leaves a proof in the browser (HttpOnly cookie `pwreset`, 15 minutes) that resetPassword ' +
    'asks for.',
  permission: 'account.recover',
  body: z.object({ studentId: id, token: linkToken }),
  answer: z.object({
    valid: z.literal(true),
    type: tokenType,
    firstName: z.string(),
    identityNeeded: z
      .boolean()
      .optional()
      .describe(
        'Nobody ever followed a link mailed to the address of this account: resetPassword wants ' +
          'birth date and SSN, or releaseAddress frees it',
      ),
  }),
  refuses: { token_invalid: 422, account_closed: 403 },
});

export const resetPassword = call({
  method: 'POST',
  path: '/api/resetPassword',
  summary: 'Sets the password, with the proof of confirmToken or with the token itself',
  permission: 'account.recover',
  body: z.object({
    studentId: id,
    password: newPassword,
    type: tokenType,
    token: linkToken.optional(),
    dob: dob.optional().describe('With ssn, where confirmToken said identityNeeded'),
    ssn: ssn4.optional(),
  }),
  answer: passwordChanged,
  refuses: {
    proof_missing: 403,
    account_closed: 403,
    email_taken: 409,
    identity_mismatch: 422,
  },
});

export const releaseAddress = call({
  method: 'POST',
  path: '/api/releaseAddress',
  summary: 'The owner of a mailbox says that an account with its address is not theirs',
  description:
    'For an account whose address was never confirmed, with the proof of confirmToken for a ' +
    'link of type reset, or with its token: the account ends, its sessions too, and the address ' +
    'is free.',
  permission: 'account.recover',
  body: z.object({ studentId: id, token: linkToken.optional() }),
  answer: z.object({ released: z.literal(true), message: z.string() }),
  refuses: { proof_missing: 403 },
});

export const forgotPasswordRequest = call({
  method: 'POST',
  path: '/api/forgotPasswordRequest',
  queued: true,
  summary: 'Mails a link to reset the password, if a student has this address',
  description: 'Says the same, in the same time, whether the address exists or not.',
  permission: 'account.recover',
  body: z.object({ email }),
  answer: message,
});

export const adminConfirmToken = call({
  method: 'POST',
  path: '/api/adminConfirmToken',
  summary: 'confirmToken for staff',
  permission: 'account.recover',
  body: z.object({ userId: id, token: linkToken }),
  answer: z.object({ valid: z.literal(true), type: tokenType, loginName: z.string() }),
  refuses: { token_invalid: 422 },
});

export const adminForgotPasswordRequest = call({
  method: 'POST',
  path: '/api/adminForgotPasswordRequest',
  summary: 'forgotPasswordRequest for staff',
  permission: 'account.recover',
  body: z.object({ email }),
  answer: message,
});

export const adminResetPassword = call({
  method: 'POST',
  path: '/api/adminResetPassword',
  summary: 'resetPassword for staff',
  permission: 'account.recover',
  body: z.object({
    userId: id,
    password: newPassword,
    type: tokenType,
    token: linkToken.optional(),
  }),
  answer: passwordChanged,
  refuses: { proof_missing: 403, email_taken: 409 },
});
