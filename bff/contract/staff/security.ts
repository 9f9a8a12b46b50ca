import * as z from 'zod';
import { call } from '../call.ts';
import { SecondFactorMethod, StaffSignedIn } from '../students/auth.ts';
import { count, flag, id, instant, lines, orNull, text, typed, typedPassword } from '../types.ts';
import { AdminUser } from './users.ts';

const kind = z.enum(['passkey', 'totp'], { error: 'kind invalid' });
const code = typed('Code invalid').max(40, 'Code invalid');
/** The answer of the browser's own dialog. Read by the server alone. */
const response = z
  .record(z.string(), z.unknown(), { error: 'response invalid' })
  .refine((value) => JSON.stringify(value).length <= 20_000, 'response invalid');

export const Factor = z
  .object({
    factorId: z.int(),
    kind,
    name: z.string(),
    addedAt: instant,
    lastUsed: orNull(instant),
  })
  .meta({ id: 'Factor' });
export type Factor = z.output<typeof Factor>;

const recoveryCodes = z
  .array(z.string())
  .optional()
  .describe('Ten new codes, given this once; each works once');

/** C-O54 */
export const secondFactor = call({
  method: 'POST',
  path: '/api/admin/secondFactor',
  summary: 'Staff sign in, step 2: a passkey, a code of an app, or a recovery code',
  description:
    'For who holds the cookie `pending` of adminLogin. Five wrong answers end it; ' +
    'they count with wrong passwords.',
  permission: 'account.sign_in',
  body: z.object({
    method: SecondFactorMethod,
    response: response.optional().describe('Of a passkey'),
    code: code.optional().describe('6 digits of an app, or a recovery code'),
    remember: flag.optional().describe('Not to be asked in this browser for 30 days'),
  }),
  answer: StaffSignedIn,
  refuses: { code_wrong: 422, pending_over: 401 },
});

const Security = z.object({
  realName: z.string().describe('Shown in the menu of staff pages'),
  factors: z.array(Factor),
  recoveryLeft: count,
  required: z.boolean().describe('The role must have a second factor'),
  rememberedDevices: count,
  sessions: z.array(
    z.object({
      sessionKey: z.string(),
      device: z.string().nullable(),
      ip: z.string().nullable(),
      since: instant,
      lastSeen: instant,
      current: z.boolean(),
      remembered: z.boolean().describe('On a device that is not asked for the second step'),
    }),
  ),
});
export type Security = z.output<typeof Security>;

/** C-O55 */
export const getSecurity = call({
  method: 'GET',
  path: '/api/office/security',
  summary: 'The name of the caller, how they sign in, and their open sessions',
  permission: 'own_security.keep',
  answer: Security,
});

/** C-O56 */
export const addSecondFactor = call({
  method: 'POST',
  path: '/api/office/addSecondFactor',
  keyed: true,
  replay: 'refused',
  summary: 'Adds a passkey or an authenticator app, in two steps',
  description:
    'Also for who holds the cookie `pending` with mustSetUp, whom the second step signs in. ' +
    '`begin` within five minutes before `finish`. A replay of `finish` opens no session and ' +
    'gives no codes.',
  permission: 'second_factor.add',
  body: z.object({
    step: z.enum(['begin', 'finish'], { error: 'step invalid' }),
    kind,
    name: text(40, 'Name invalid').optional().describe('begin'),
    password: typedPassword.optional().describe('begin, of who is signed in'),
    response: response.optional().describe('finish, of a passkey'),
    code: code.optional().describe('finish, of an app'),
  }),
  answer: z.object({
    options: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('begin, for navigator.credentials.create'),
    secret: z.string().optional().describe('begin, of an app: to be typed'),
    otpauth: z.string().optional(),
    qr: z.string().optional().describe('The same as a picture: a data address of an SVG'),
    factors: z.array(Factor).optional().describe('finish'),
    recoveryCodes,
  }),
  refuses: {
    already_set_up: 409,
    code_wrong: 422,
    password_wrong: 422,
    pending_over: 401,
    too_many_factors: 409,
  },
});

/** C-O57 */
export const changeSecurity = call({
  method: 'POST',
  path: '/api/office/changeSecurity',
  summary: 'Removes a method, ends sessions, forgets devices, or makes new recovery codes',
  permission: 'own_security.keep',
  body: z.object({
    action: z.enum(
      ['removeFactor', 'endSession', 'endOthers', 'forgetDevices', 'newRecoveryCodes'],
      { error: 'action invalid' },
    ),
    factorId: id.optional().describe('removeFactor'),
    sessionKey: z.string().max(100).optional().describe('endSession'),
    password: typedPassword.optional().describe('removeFactor and newRecoveryCodes'),
  }),
  answer: Security.extend({ recoveryCodes }),
  refuses: {
    factor_not_found: 404,
    last_factor: 409,
    password_wrong: 422,
  },
});

/** C-O58 */
export const getResettable = call({
  method: 'GET',
  path: '/api/office/resetSecondFactor',
  summary: 'The accounts whose second factors the caller may reset, by login name',
  permission: 'second_factor.reset',
  answer: z.object({
    users: z.array(
      z.object({
        id: z.int(),
        loginname: z.string(),
        realName: z.string(),
        factors: count.describe('Passkeys and apps'),
      }),
    ),
  }),
});

/** C-O58 */
export const resetSecondFactor = call({
  method: 'POST',
  path: '/api/office/resetSecondFactor',
  summary: 'Ends all methods, codes, devices and sessions of the account of another person',
  description: 'Of super admins by super admins, of all others by tech support.',
  permission: 'second_factor.reset',
  body: z.object({
    userId: id,
    reason: lines(200, 'Reason invalid').refine((reason) => reason.length >= 3, 'Reason invalid'),
  }),
  answer: z.object({ user: AdminUser }),
  refuses: { user_not_found: 404, not_own_account: 403 },
});
