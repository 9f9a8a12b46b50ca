import { pathToFileURL } from 'node:url';
import { serviceActor } from '@portal/kit/auth/actor';
import { plusSeconds } from '@portal/kit/clock';
import { connect, type Database, NO_TIMEOUT } from '@portal/kit/database/database';
import { steadyNow } from '@portal/kit/steady-clock';
import type * as tables from '../prisma/tables.ts';
import { hashPassword } from './accounts/passwords/password.ts';
import {
  closedColleges,
  colleges,
  membershipTypes,
  staff,
  staffPassword,
  twoFactorStaff,
} from './demo/lists.ts';
import {
  type DemoStudent,
  namedStudents,
  schoolStudents,
  seminaryStudents,
  studentPassword,
} from './demo/students.ts';
import { setStudentBars } from './records/files/set-student-bars.ts';
import { saveSettings } from './records/settings/save-settings.ts';
import { readSettings } from './records/settings/setting-store.ts';
import { insertApp } from './security/second-factor/factor-store.ts';
import { seal } from './security/second-factor/seal.ts';
import { secretOf } from './security/second-factor/totp.ts';
import { addStudent } from './students/enrolment/add-student.ts';

const BARRED = 1008;

/** Fills a database with the demo data that identity owns; changes no existing row. */
export async function seed(db: Database, now: Date): Promise<void> {
  await seedLists(db);
  await seedSettings(db, now);
  await seedStaff(db, now);
  await seedTwoFactorStaff(db, now);
  const people = [...namedStudents(now), ...seminaryStudents(), ...schoolStudents(now)];
  const known = new Set(
    (
      await db.many<
        Pick<tables.Student, 'id'>
      >`SELECT id FROM student WHERE id = ANY(${people.map(({ id }) => id)}::bigint[])`
    ).map(({ id }) => id),
  );
  const missing = people.filter(({ id }) => !known.has(id));
  for (const student of missing) await seedStudent(db, student, now);
  for (const { id, talId } of TAL_IDS)
    await db.run`UPDATE student SET tal_id = ${talId} WHERE id = ${id} AND tal_id IS NULL`;
}

async function seedLists(db: Database): Promise<void> {
  const lists = [
    ...colleges.map((one) => ({ ...one, active: true })),
    ...closedColleges.map((one) => ({ ...one, active: false })),
  ];
  await db.run`
    INSERT INTO college (id, name, active)
    SELECT *
    FROM unnest(${lists.map(({ id }) => id)}::bigint[], ${lists.map(({ name }) => name)}::text[],
      ${lists.map(({ active }) => active)}::boolean[])
    ON CONFLICT DO NOTHING`;
  await db.run`
    INSERT INTO membership_type (id, name)
    SELECT *
    FROM unnest(${membershipTypes.map(({ id }) => id)}::bigint[],
      ${membershipTypes.map(({ name }) => name)}::text[])
    ON CONFLICT DO NOTHING`;
}

/** With demo data no role needs a second factor (R-582): the sign-ins are printed. */
async function seedSettings(db: Database, now: Date): Promise<void> {
  const { changedBy: _, ...settings } = await readSettings(db);
  if (settings.version > 1) return;
  const call = { db, actor: serviceActor('seed'), key: null, now, requestId: 'seed settings' };
  await saveSettings(call, { ...settings, twoFactorRoles: [] });
}

async function seedStaff(db: Database, now: Date): Promise<void> {
  const isThere = await db.maybe`SELECT 1 AS known FROM staff_user WHERE id = ${staff[0]?.id}`;
  if (isThere) return;
  const passwordHash = await hashPassword(staffPassword);
  await db.transaction(async (sql) => {
    for (const { id, loginName, realName, role, loginType, schoolId } of staff) {
      await sql.run`
        INSERT INTO staff_user (id, login_name, real_name, login_type, email, school_id,
          password_hash, created_on, created_by)
        VALUES (${id}, ${loginName}, ${realName}, ${loginType}, ${`${loginName}@staff.test`},
          ${schoolId}, ${passwordHash}, ${now}, 'system')`;
      await sql.run`INSERT INTO staff_role (user_id, role) VALUES (${id}, ${role})`;
    }
  });
}

async function seedTwoFactorStaff(db: Database, now: Date): Promise<void> {
  const { id, loginName, realName, role, secret } = twoFactorStaff;
  const isThere = await db.maybe`
    SELECT 1 AS known FROM staff_user WHERE id = ${id} OR lower(login_name) = ${loginName}`;
  if (isThere) return;
  const passwordHash = await hashPassword(staffPassword);
  await db.transaction(async (sql) => {
    await sql.run`
      INSERT INTO staff_user (id, login_name, real_name, login_type, email, password_hash,
        created_on, created_by)
      VALUES (${id}, ${loginName}, ${realName}, 'staff', ${`${loginName}@staff.test`},
        ${passwordHash}, ${now}, 'system')`;
    await sql.run`INSERT INTO staff_role (user_id, role) VALUES (${id}, ${role})`;
    const app = { secret: seal(id, secretOf(secret)), lastStep: null };
    await insertApp(sql, { userId: id, name: 'Authenticator app', addedAt: now }, app);
  });
}

/** TAL's id of a student; no command of ours sets one, TAL does. */
const TAL_IDS = [{ id: 2201, talId: 'TAL-5501' }];

async function seedStudent(
  db: Database,
  { id, form, hasAccount, sinceDays }: DemoStudent,
  now: Date,
): Promise<void> {
  const call = {
    db,
    actor: serviceActor('seed'),
    key: null,
    now: plusSeconds(now, -sinceDays * 86_400),
    requestId: `seed ${id}`,
  };
  const password = hasAccount ? studentPassword : null;
  await addStudent(call, {
    id,
    form,
    password,
    isRegular: false,
    confirmDoubleSsnDob: true,
    botProof: null,
    seminaryStudentId: null,
  });
  if (id === BARRED)
    await setStudentBars(call, { studentId: id, deniedRegistration: true, buyingStopped: false });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const db = connect(process.env.DATABASE_URL ?? '', { name: 'identity seed', ...NO_TIMEOUT });
  await seed(db, steadyNow());
  await db.close();
}
