import * as z from 'zod';
import { roles } from './access.ts';
import { call } from './call.ts';
import { Student } from './student.ts';
import { dob, email, id, newPassword, opaque, ssn4, text, typedPassword } from './types.ts';

const tokenType = z.enum(['create', 'reset']);
const everybody = ['public'] as const;
const token = opaque(200, 'This link is no longer valid. Please request a new one.');
const loggedOut = z.object({ loggedOut: z.literal(true) });
const message = z.object({ message: z.string() });
const passwordChanged = z.object({ success: z.literal(true), message: z.string() });

export const StaffUser = z
  .object({
    id: z.int(),
    loginName: z.string(),
    realName: z.string(),
    email: z.string(),
    roles: z.array(z.enum(roles)),
    schoolId: z.int().nullable(),
    schoolName: z.string().nullable(),
  })
  .meta({ id: 'StaffUser' });
export type StaffUser = z.output<typeof StaffUser>;

export const adminLogin = call({
  method: 'POST',
  path: '/api/admin/login',
  summary: 'Staff sign in',
  access: everybody,
  body: z.object({ loginName: text(100), password: typedPassword }),
  answer: z.object({ user: StaffUser }),
  refuses: { invalid_credentials: 422, account_disabled: 403 },
});

export const adminLogout = call({
  method: 'POST',
  path: '/api/admin/logout',
  summary: 'Staff sign out: ends every session of the account',
  description: 'Answers 200 also when the session is already over.',
  access: everybody,
  answer: loggedOut,
});

export const checkStudentId = call({
  method: 'POST',
  path: '/api/checkStudentId',
  summary: 'Sign-up, step 1: is there a student with this birth date and SSN who has no account yet',
  access: everybody,
  body: z.object({ dob, ssn: ssn4 }),
  answer: z.object({ found: z.literal(true) }),
  refuses: { student_not_found: 404, already_signed_up: 409 },
});

export const register = call({
  method: 'POST',
  path: '/api/register',
  summary: 'Sign-up, step 2: mails a link to create a password',
  access: everybody,
  body: z.object({ email, dob, ssn: ssn4 }),
  answer: message,
  refuses: { email_mismatch: 422, student_not_found: 404, already_signed_up: 409 },
});

export const login = call({
  method: 'POST',
  path: '/api/login',
  summary: 'Students sign in',
  access: everybody,
  body: z.object({ email, password: typedPassword }),
  answer: z.object({ student: Student, roles: z.array(z.literal('ROLE_STUDENT')) }),
  refuses: { invalid_credentials: 422, account_disabled: 403 },
});

export const logout = call({
  method: 'POST',
  path: '/api/logout',
  summary: 'Students sign out: ends every session of the account',
  description: 'Answers 200 also when the session is already over.',
  access: everybody,
  answer: loggedOut,
});

export const confirmToken = call({
  method: 'POST',
  path: '/api/confirmToken',
  summary: 'Checks the link to create or reset a password, without using it up',
  description: 'Leaves a proof in the browser (HttpOnly cookie `pwreset`, 15 minutes) that resetPassword asks for.',
  access: everybody,
  body: z.object({ studentId: id, token }),
  answer: z.object({ valid: z.literal(true), type: tokenType, firstName: z.string() }),
  refuses: { token_invalid: 422 },
});

export const resetPassword = call({
  method: 'POST',
  path: '/api/resetPassword',
  summary: 'Sets the password, with the proof of confirmToken or with the token itself',
  access: everybody,
  body: z.object({ studentId: id, password: newPassword, type: tokenType, token: token.optional() }),
  answer: passwordChanged,
  refuses: { proof_missing: 403, email_taken: 409 },
});

export const forgotPasswordRequest = call({
  method: 'POST',
  path: '/api/forgotPasswordRequest',
  summary: 'Mails a link to reset the password, if a student has this address',
  description: 'Says the same, in the same time, whether the address exists or not.',
  access: everybody,
  body: z.object({ email }),
  answer: message,
});

export const adminConfirmToken = call({
  method: 'POST',
  path: '/api/adminConfirmToken',
  summary: 'confirmToken for staff',
  access: everybody,
  body: z.object({ userId: id, token }),
  answer: z.object({ valid: z.literal(true), type: tokenType, loginName: z.string() }),
  refuses: { token_invalid: 422 },
});

export const adminForgotPasswordRequest = call({
  method: 'POST',
  path: '/api/adminForgotPasswordRequest',
  summary: 'forgotPasswordRequest for staff',
  access: everybody,
  body: z.object({ email }),
  answer: message,
});

export const adminResetPassword = call({
  method: 'POST',
  path: '/api/adminResetPassword',
  summary: 'resetPassword for staff',
  access: everybody,
  body: z.object({ userId: id, password: newPassword, type: tokenType, token: token.optional() }),
  answer: passwordChanged,
  refuses: { proof_missing: 403, email_taken: 409 },
});
