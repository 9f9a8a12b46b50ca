import * as z from 'zod';
import { call } from '../call.ts';
import { email, id, instant, newPassword, typedPassword } from '../types.ts';
import { linkToken } from './auth.ts';

const SignIn = z
  .object({
    id: z.string().describe('Tells it apart; opens nothing'),
    device: z.string().nullable().describe('Chrome on Windows; null: not known'),
    startedAt: instant,
    lastUsedAt: instant.describe('Half a minute late at most'),
    isThis: z.boolean().describe('The browser that asks'),
  })
  .meta({ id: 'SignIn' });
export type SignIn = z.output<typeof SignIn>;
const signIns = z.object({ signIns: z.array(SignIn).max(100).describe('The newest first') });

export const getSignIns = call({
  method: 'POST',
  path: '/api/getSignIns',
  summary: 'Where the own account is logged in',
  permission: 'own_account.edit',
  onStudent: true,
  body: z.object({}),
  answer: signIns,
});

export const endSignIns = call({
  method: 'POST',
  path: '/api/endSignIns',
  summary: 'Logs one browser of the own account out, or all but this one',
  description: 'One that is over already is no error. Gives what is left.',
  permission: 'own_account.edit',
  onStudent: true,
  body: z.object({
    id: z
      .string()
      .regex(/^[A-Za-z0-9_-]{43}$/, 'Must be the id of a sign-in')
      .optional()
      .describe('Without it all but this one'),
  }),
  answer: signIns,
});

export const saveLanguage = call({
  method: 'POST',
  path: '/api/saveLanguage',
  summary: 'Keeps the language of the own pages, in which mails are written too',
  description:
    'Kept by signing in, too: the cookie `lang` of the browser goes before what was kept. ' +
    'Staff who act for a student cannot.',
  permission: 'own_account.edit',
  onStudent: true,
  body: z.object({ language: z.enum(['en', 'he']) }),
  answer: z.object({ language: z.enum(['en', 'he']) }),
});

export const requestEmailChange = call({
  method: 'POST',
  path: '/api/requestEmailChange',
  summary: 'Mails a link to the address with which one wants to log in from now on',
  description:
    'Nothing changes before that link is opened. Answers the same when the address belongs to ' +
    'another account: only its owner is told. At most 10 tries in 15 minutes, right ones among ' +
    'them. Staff who act for a student cannot.',
  permission: 'own_account.edit',
  onStudent: true,
  body: z.object({ currentPassword: typedPassword, email }),
  answer: z.object({ sentTo: z.string() }),
  refuses: { password_wrong: 422 },
});

export const confirmEmailChange = call({
  method: 'POST',
  path: '/api/confirmEmailChange',
  queued: true,
  summary: 'The link that requestEmailChange mailed was opened: the address is the login now',
  description: 'Every session of the account is over then.',
  permission: 'account.recover',
  body: z.object({ studentId: id, token: linkToken }),
  answer: z.object({ email: z.string().describe('With which one logs in now') }),
  refuses: { token_invalid: 422, email_taken: 409 },
});

export const changePassword = call({
  method: 'POST',
  path: '/api/changePassword',
  summary: 'Changes the own password, with the current one',
  description:
    'Ends every session of the account; this browser gets a new one with the answer. ' +
    'At most 10 tries in 15 minutes, right ones among them. Staff who act for a student cannot.',
  permission: 'own_account.edit',
  onStudent: true,
  body: z.object({ currentPassword: typedPassword, password: newPassword }),
  answer: z.object({ changed: z.literal(true) }),
  refuses: { password_wrong: 422 },
});
