import { randomInt } from 'node:crypto';
import type { Role } from '@portal/access/roles';
import {
  adminForgotPasswordRequest,
  adminLogin,
  adminResetPassword,
} from '@portal/contract/students/auth';
import { sql } from '../../portal/databases.ts';
import { linkIn, mailTo } from '../../portal/mails.ts';
import { Person } from '../../portal-user/person.ts';
import { aPassword, quickHash } from './students.ts';

/** A staff account of one test. */
export interface Staff {
  readonly id: number;
  readonly loginName: string;
  readonly email: string;
  readonly password: string;
}

// a hash that no password matches
const unknownPassword = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/**
 * Stores a staff account. Without `passwordHash` the password is still to be set by the link of an
 * email.
 */
export async function someStaff(
  role: Role,
  { schoolId = null as number | null, passwordHash = unknownPassword } = {},
): Promise<Staff> {
  const loginName = `e2e.${role.replace('ROLE_', '').toLowerCase()}.${randomInt(1e9)}`;
  const email = `${loginName}@staff.test`;
  const [made] = await sql<{ id: string }>(
    'identity',
    `WITH made AS (
       INSERT INTO staff_user (login_name, real_name, login_type, email, school_id, password_hash,
         created_on)
       VALUES ($1, 'Test Staff', $2, $3, $4, $5, now()) RETURNING id)
     INSERT INTO staff_role (user_id, role) SELECT id, $6 FROM made RETURNING user_id AS id`,
    [
      loginName,
      role === 'ROLE_SCHOOL_ADMIN' ? 'school' : 'staff',
      email,
      schoolId,
      passwordHash,
      role,
    ],
  );
  return { id: Number(made?.id), loginName, email, password: aPassword };
}

/** Sets the password of staff by the link of an email. */
export async function setStaffPassword(staff: Staff): Promise<void> {
  const person = new Person();
  await person.do(adminForgotPasswordRequest, { email: staff.email });
  const { token } = linkIn(await mailTo(staff.email, 'Reset your JSE password'));
  await person.do(adminResetPassword, {
    userId: staff.id,
    password: staff.password,
    type: 'reset',
    token,
  });
}

/** Creates staff of one role and signs them in. */
export async function signedInStaff(
  role: Role,
  about: { schoolId?: number } = {},
): Promise<Person> {
  return signIn(await someStaff(role, { ...about, passwordHash: quickHash }));
}

/** Signs in staff by their password; throws where the portal also requires a second factor. */
export async function signIn({ loginName, password }: Staff): Promise<Person> {
  const person = new Person();
  const answer = await person.do(adminLogin, { loginName, password });
  if ('secondFactor' in answer) throw new Error(`${loginName} must prove a second factor`);
  return person;
}
