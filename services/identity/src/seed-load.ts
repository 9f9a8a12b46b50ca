import { serviceActor } from '@portal/kit/auth/actor';
import { connect, type Database, NO_TIMEOUT, type Sql } from '@portal/kit/database/database';
import { eachPage } from '@portal/kit/grpc/load-pages';
import { hashPassword } from './accounts/passwords/password.ts';
import { studentPassword } from './demo/students.ts';
import { nameKey } from './records/students/name-key.ts';

/** A person of the load data, by the columns of `student`. */
export interface LoadStudent {
  id: number;
  first_name: string;
  last_name: string;
  dob: string;
  last4_ssn: string;
  gender: string;
  email: string | null;
  membership_type_id: number;
  college_id: number | null;
  school_id: number | null;
  cohort: string | null;
  created_on: string;
  has_account: boolean;
}
export interface LoadPage {
  students: LoadStudent[];
}

/**
 * Puts a page of people on record, in one transaction, all accounts with one password's hash. Skips
 * an existing page. Emits no events: services with projections have to read all students again.
 */
export async function loadPage(
  db: Database,
  { students }: LoadPage,
  passwordHash: string,
): Promise<void> {
  const rows = students.map((one) => ({
    ...one,
    first_name_key: nameKey(one.first_name),
    last_name_key: nameKey(one.last_name),
  }));
  await db.transaction(async (tx) => {
    if (await tx.maybe`SELECT 1 AS known FROM student WHERE id = ${students[0]?.id}`) return;
    await insertStudents(tx, JSON.stringify(rows));
    await tx.run`
      INSERT INTO student_account (student_id, email, password_hash, password_set_at,
        email_confirmed_at)
      SELECT id, email, ${passwordHash}, created_on, created_on
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS row (id bigint, email text, created_on timestamptz, has_account boolean)
      WHERE has_account AND email IS NOT NULL`;
    const { kind, id, name } = serviceActor('seed');
    await tx.run`
      INSERT INTO audit (at, actor_kind, actor_id, actor_name, op, table_name, row_id, student_id,
        change, request_id)
      SELECT created_on, ${kind}, ${id}, ${name}, 'insert', 'student', id, id, '{}', 'seed load'
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS row (id bigint, created_on timestamptz)`;
  });
}

async function insertStudents(tx: Sql, rows: string): Promise<void> {
  await tx.run`
    INSERT INTO student (id, first_name, last_name, first_name_key, last_name_key, dob, last4_ssn,
      gender, email, cellphone, address, city, state, zip, country, college_id, school_id, cohort,
      membership_type_id, is_for_school, jse_id, created_on, created_by)
    SELECT id, first_name, last_name, first_name_key, last_name_key, dob, last4_ssn, gender, email,
      '718-555-' || lpad((id % 10000)::text, 4, '0'), 1 + id % 999 || ' Cedar Avenue', 'Brooklyn',
      'NY', '11230', 'United States', college_id, school_id, cohort, membership_type_id,
      school_id IS NOT NULL, nextval('jse_number')::text, created_on, 'system'
    FROM jsonb_to_recordset(${rows}::jsonb)
      AS row (id bigint, first_name text, last_name text, first_name_key text, last_name_key text,
        dob date,
      last4_ssn text, gender text, email text, college_id bigint, school_id bigint, cohort text,
      membership_type_id bigint, created_on timestamptz)`;
}

/** Raises the sequences for later students, and lets the planner analyse the rows. */
export async function finishLoad(db: Database): Promise<void> {
  await db.run`
    SELECT setval(pg_get_serial_sequence('student', 'id'), (SELECT greatest(max(id), 10000)
      FROM student))`;
  // settle the written rows now, not in the first query that reads them
  await db.run`VACUUM (ANALYZE)`;
}

if (import.meta.main) {
  const db = connect(process.env.DATABASE_URL ?? '', {
    name: 'identity load',
    max: 1,
    ...NO_TIMEOUT,
  });
  const passwordHash = await hashPassword(studentPassword);
  await eachPage<LoadPage>((page) => loadPage(db, page, passwordHash));
  await finishLoad(db);
  await db.close();
}
