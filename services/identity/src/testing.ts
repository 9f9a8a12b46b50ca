import { randomUUID } from 'node:crypto';
import { serviceActor } from '@portal/kit/auth/actor';
import type { Database } from '@portal/kit/database/database';
import { steadyNow } from '@portal/kit/steady-clock';
import type * as tables from '../prisma/tables.ts';
import { hashPassword } from './accounts/passwords/password.ts';
import type { Student, StudentForm } from './records/students/student.ts';
import { botProof } from './security/bot-check/bot-proof.ts';
import { addStudent } from './students/enrolment/add-student.ts';

export const aPassword = 'Right4Me!';

/** A proof that a bot check of its own was passed. */
export const aProof = (now = steadyNow()): string => botProof(randomUUID(), now);

/** A form without a fault. */
export const aForm = (changes: Partial<StudentForm> = {}): StudentForm => ({
  firstName: 'Ruth',
  lastName: 'Moab',
  maidenName: null,
  dob: '2001-05-17',
  last4Ssn: '5577',
  gender: '2',
  email: 'ruth@student.test',
  cellphone: '718-555-0101',
  phone: null,
  address: '12 Barley Street, Apt #4',
  city: 'Brooklyn',
  state: 'NY',
  zip: '11230',
  country: 'United States',
  collegeId: 234,
  schoolId: null,
  cohort: null,
  membershipTypeId: 2,
  accommodations: null,
  accommodationsApprovedBy: null,
  isForSchool: false,
  ttiStudentId: null,
  isTtiMember: false,
  ...changes,
});

/** The lists that every student needs. */
export async function someLists(db: Database): Promise<void> {
  await db.run`
    INSERT INTO college (id, name)
    VALUES (234, 'Thomas Edison State University'), (269, 'Woodmont College')
    ON CONFLICT DO NOTHING`;
  await db.run`
    INSERT INTO membership_type (id, name) VALUES (1, 'Member'), (2, 'Non-member')
    ON CONFLICT DO NOTHING`;
}

let next = 0;

/**
 * Adds a student on record, with an account when a password is given; their address, birth date and
 * digits are unique unless given.
 */
export async function aStudent(
  db: Database,
  changes: Partial<StudentForm> = {},
  password: string | null = null,
): Promise<Student> {
  next += 1;
  const number = next; // of two who are made at once neither has the other's
  await someLists(db);
  const form = aForm({
    email: `student${number}@student.test`,
    last4Ssn: String(number).padStart(4, '0'),
    dob: '1999-01-01',
    ...changes,
  });
  const call = { db, actor: serviceActor('test'), key: null, now: steadyNow(), requestId: 'test' };
  return addStudent(call, {
    id: 0,
    form,
    password,
    isRegular: false,
    confirmDoubleSsnDob: true,
    botProof: null,
    seminaryStudentId: null,
  });
}

/** A staff account with these roles. */
export async function aStaffUser(
  db: Database,
  {
    loginName,
    roles = ['ROLE_ADMIN'],
    password = aPassword,
    email = `${loginName}@staff.test`,
    active = true,
  }: {
    loginName: string;
    roles?: string[];
    password?: string | null;
    email?: string;
    active?: boolean;
  },
): Promise<number> {
  const { id } = await db.one<Pick<tables.StaffUser, 'id'>>`
    INSERT INTO staff_user (login_name, real_name, login_type, email, password_hash, active,
      created_on)
    VALUES (${loginName}, ${loginName}, 'staff', ${email},
      ${password === null ? null : await hashPassword(password)}, ${active}, now()) RETURNING id`;
  for (const role of roles)
    await db.run`INSERT INTO staff_role (user_id, role) VALUES (${id}, ${role})`;
  return id;
}

/** The secret of the newest link in the mails to an address. */
export async function newestLink(
  db: Database,
  to: string,
): Promise<{ kind: 'student' | 'staff'; type: 'create' | 'reset'; id: number; token: string }> {
  const { bodyText } = await db.one<{
    bodyText: string;
  }>`
    SELECT body_text FROM mail WHERE recipient = ${to} AND body_text ~ '/(create|reset)/'
    ORDER BY id DESC LIMIT 1`;
  const [, admin, type, id, token] =
    /(\/admin)?\/(create|reset)\/(\d+)\/([\w-]+)/.exec(bodyText) ?? [];
  return {
    kind: admin ? 'staff' : 'student',
    type: type as 'create' | 'reset',
    id: Number(id),
    token: token as string,
  };
}

/** Sets up a portal that requires no second factor, as with demo data. */
export const needsNoFactor = (db: Database): Promise<unknown> =>
  db.run`UPDATE setting SET two_factor_roles = '{}'`;

/** Inserts a row of the audit as the last release did, by the staff user rivka. */
export const insertAudit = (
  db: Database,
  row: { studentId: number; at: Date; op: string; table: string; change: object },
): Promise<unknown> =>
  db.run`
    INSERT INTO audit (at, actor_kind, actor_id, actor_name, op, table_name, row_id, student_id,
      change, request_id)
    VALUES (${row.at}, 'staff', 1, 'rivka', ${row.op}, ${row.table}, '900001', ${row.studentId},
      ${JSON.stringify(row.change)}::jsonb, 'r')`;
