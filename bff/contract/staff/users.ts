import { STAFF_ROLES } from '@portal/access/roles';
import { isPlainName } from '@portal/access/text/person-rules';
import * as z from 'zod';
import { call } from '../call.ts';
import { email, flag, id, instant, lines, orNull, typed } from '../types.ts';

const isStaffRole = (name: string): boolean => STAFF_ROLES.some((role) => role === name);
const roleNames = z
  .union([z.string().transform((role) => [role]), z.array(z.string()).max(20, 'Role invalid')], {
    error: 'Role invalid',
  })
  .refine((names) => names.length > 0 && names.every(isStaffRole), 'Role invalid');
const comment = z.union([z.literal(''), lines(500, 'Comment invalid')], {
  error: 'Comment invalid',
});

export const AdminUser = z
  .object({
    id: z.int(),
    loginname: z.string(),
    logintype: z.enum(['staff', 'school', 'partner']),
    email: z.string(),
    roles: z.array(z.string()),
    realName: z.string(),
    comment: z.string().nullable(),
    selectedSchool: z.int().nullable().describe('The one school of a school admin'),
    schoolName: z.string().nullable(),
    active: z.boolean(),
    hasPassword: z.boolean(),
    lastLogin: orNull(instant),
  })
  .meta({ id: 'AdminUser' });
export type AdminUser = z.output<typeof AdminUser>;

const UserAndList = z.object({
  user: AdminUser,
  users: z.array(AdminUser).describe('The list afterwards'),
});

/** C-A01 */
export const getAllRoles = call({
  method: 'POST',
  path: '/api/admin/getAllRoles',
  summary: 'What a staff account can be: roles that the caller may give, login types, schools',
  permission: 'user.list',
  answer: z.object({
    roles: z.array(z.object({ id: z.string(), name: z.string() })),
    loginTypes: z.array(z.object({ id: AdminUser.shape.logintype, name: z.string() })),
    schools: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
});

/** C-A02 */
export const getAllUsers = call({
  method: 'POST',
  path: '/api/admin/getAllUsers',
  summary: 'Every staff account by login name, those that are not active included',
  permission: 'user.list',
  answer: z.object({ users: z.array(AdminUser) }),
});

/** C-A03 */
export const createUser = call({
  method: 'POST',
  path: '/api/admin/createUser',
  keyed: true,
  summary: 'Makes a staff account and mails the link to create its password',
  permission: 'user.edit',
  body: z.object({
    loginName: typed('Login name invalid')
      .regex(/^[A-Za-z0-9._-]{3,50}$/, 'Login name invalid')
      .meta({ examples: ['rivka.stern'] }),
    realName: typed('Full name invalid')
      .max(100, { error: 'Full name invalid', abort: true })
      .refine((name) => isPlainName(name, 100), 'Full name invalid'),
    loginType: z.enum(['staff', 'school', 'partner'], { error: 'Login type invalid' }),
    email,
    roles: roleNames.describe('At least one; a single one as text is taken too'),
    comment: comment.nullish(),
    selectedSchool: id
      .nullish()
      .describe('Required with the role of school admins, otherwise passed over'),
  }),
  answer: UserAndList,
  refuses: { role_not_grantable: 403, login_name_taken: 409 },
});

/** C-A04 */
export const updateUser = call({
  method: 'POST',
  path: '/api/admin/updateUser',
  keyed: true,
  summary:
    'Changes roles, school, comment or whether a staff account is active; sends its link again',
  description:
    'What is absent stays. A change of roles, school or active ends the sessions of the account.',
  permission: 'user.edit',
  body: z.object({
    userId: id,
    roles: roleNames.optional(),
    selectedSchool: id.nullish(),
    comment: z
      .union([comment, z.null()])
      .transform((text) => text ?? '')
      .optional()
      .describe('Empty or null: none any more'),
    active: flag.optional(),
    resendLink: flag.optional(),
  }),
  answer: UserAndList,
  refuses: {
    user_not_found: 404,
    role_not_grantable: 403,
    own_account: 409,
    last_tech_support: 409,
  },
});
