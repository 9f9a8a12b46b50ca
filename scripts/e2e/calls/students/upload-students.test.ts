import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  importStudents,
  previewStudents,
  uploadStudents,
} from '@portal/contract/students/student-imports';
import { sql } from '../../../portal/databases.ts';
import type { Person } from '../../../portal-user/person.ts';
import { TEST_VIRUS } from '../../../test/virus-scanner.ts';
import { aSchool, schoolAdminOf, type TestSchool } from '../../people/schools.ts';
import { signedInStaff } from '../../people/staff.ts';
import {
  american,
  aRow,
  imported,
  mapping,
  previewed,
  sendTable,
  tableOf,
  uploaded,
} from '../../people/student-imports.ts';
import { anEnrolled, quickHash } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

let admin: Person;
let school: TestSchool;
beforeAll(async () => {
  [admin, school] = await Promise.all([signedInStaff('ROLE_ADMIN'), aSchool()]);
});

/** Creates a school whose students are members, so that its admins may not add students. */
async function ofMembers(): Promise<TestSchool> {
  const made = await aSchool();
  await sql('schools', 'UPDATE school SET students_are_members = true WHERE id = $1', [made.id]);
  return made;
}

describe('uploadStudents', () => {
  test('guesses columns, and masks digits of SSNs and birth dates', async () => {
    const row = aRow({ last4: '4711', dob: '04/15/2004' });
    const { body } = await sendTable(admin, school.id, `\ufeff${tableOf([row])}`);
    const { columns, lastMapping } = uploadStudents.answer.parse(body);
    expect(columns.map(({ column, guess, samples }) => [column, guess, samples[0] ?? ''])).toEqual([
      ['Last Name', 'lastName', row.lastName],
      ['First Name', 'firstName', 'Tirza'],
      ['Sex', 'gender', 'F'],
      ['Last 4', 'last4ssn', '••••'],
      ['Birth date', 'dob', '••/••/••••'],
      ['E-mail', 'email', ''],
      ['Cohort', 'cohort', ''],
      ['Teacher', null, 'Mrs Secret'],
    ]);
    expect(lastMapping).toBeNull();
  });

  test('reads a table with semicolons, and suggests the last mapping', async () => {
    const own = await aSchool();
    await imported(admin, own.id, [aRow()]);
    const { body } = await sendTable(admin, own.id, tableOf([aRow()]).replaceAll(',', ';'));
    expect(uploadStudents.answer.parse(body).lastMapping).toEqual(mapping);
  });

  test('refuses files that are not tables, too large or infected', async () => {
    const code = async (content: string | Buffer, name: string) => {
      const { status, code } = refusal(await sendTable(admin, school.id, content, name));
      return [status, code];
    };
    expect(await code('%PDF-1.7\n', 'students.pdf')).toEqual([415, 'wrong_type']);
    expect(await code(Buffer.alloc(25 * 1024 * 1024 + 1), 'students.csv')).toEqual([
      413,
      'too_large',
    ]);
    expect(await code(`a,b\n${TEST_VIRUS}`, 'students.csv')).toEqual([422, 'file_refused']);
  });

  test('limits school admins to their school, if its students are non-members', async () => {
    const person = await schoolAdminOf(school);
    expect((await sendTable(person, school.id, tableOf([aRow()]))).status).toBe(200);
    const other = await aSchool();
    expect(refusal(await sendTable(person, other.id, tableOf([aRow()])))).toMatchObject({
      status: 404,
      code: 'school_not_found',
    });
    const members = await ofMembers();
    const itsAdmin = await schoolAdminOf(members);
    expect(refusal(await sendTable(itsAdmin, members.id, tableOf([aRow()])))).toMatchObject({
      status: 403,
      code: 'forbidden',
    });
    expect((await sendTable(admin, members.id, tableOf([aRow()]))).status).toBe(200);
  });
});

describe('previewStudents', () => {
  test('gives each row a state, and drops cells of other columns', async () => {
    const [own, other] = [await anEnrolled({ schoolId: school.id }), await anEnrolled()];
    const pairOf = ({ dob, last4ssn }: typeof own) => ({ dob: american(dob), last4: last4ssn });
    const fresh = aRow();
    const rows = [
      fresh,
      { ...aRow(), dob: fresh.dob, last4: fresh.last4 },
      aRow({ ...pairOf(own), cohort: '2026-2027' }),
      aRow(pairOf(other)),
      aRow({ gender: 'x', dob: '02/30/2001' }),
      aRow({ lastName: '=HYPERLINK(A1)' }),
    ];
    const importId = await uploaded(admin, school.id, tableOf(rows));
    const { rows: seen, counts, total } = await previewed(admin, importId);
    expect(seen.map(({ row, what, choice, choices }) => [row, what, choice, choices])).toEqual([
      [2, 'add', 'add', ['add', 'skip']],
      [3, 'twice', 'skip', ['skip']],
      [4, 'same', 'skip', ['skip', 'cohort']],
      [5, 'duplicate', 'skip', ['skip', 'add']],
      [6, 'error', 'skip', ['skip']],
      [7, 'error', 'skip', ['skip']],
    ]);
    expect(seen.map(({ matches }) => matches.map(({ id }) => id))).toEqual([
      [],
      [],
      [own.id],
      [other.id],
      [],
      [],
    ]);
    expect(seen[4]?.errors.map(({ message }) => message)).toEqual([
      'Gender invalid',
      'DOB invalid',
    ]);
    expect(seen[5]?.errors.map(({ message }) => message)).toEqual([
      'Last name invalid: "=" is not allowed.',
    ]);
    expect([counts, total]).toEqual([{ add: 1, twice: 1, same: 1, duplicate: 1, error: 2 }, 6]);
    const kept = await sql<{ cells: object }>(
      'identity',
      'SELECT cells FROM student_import_row WHERE import_id = $1',
      [importId],
    );
    expect(JSON.stringify(kept)).not.toContain('Secret');
    const errors = await previewed(admin, importId, { what: 'error', page: 2, pageSize: 1 });
    expect([errors.rows.map(({ row }) => row), errors.total]).toEqual([[7], 2]);
  });

  test('fills empty cells with defaults, reads dates in the given order, names wrong columns', async () => {
    const row = aRow({ gender: '', dob: '15/04/2001' });
    const importId = await uploaded(admin, school.id, tableOf([row]));
    const [wrong] = (await previewed(admin, importId)).rows;
    expect(wrong?.errors.map(({ path }) => path)).toEqual(['gender', 'dob']);
    const about = { defaults: { gender: '2', cohort: '2026-2027' }, dateOrder: 'DMY' } as const;
    expect((await previewed(admin, importId, about)).rows).toMatchObject([
      { what: 'add', cohort: '2026-2027' },
    ]);
    const other = { ...mapping, city: 'Town' };
    const input = { importId, mapping: other, dateOrder: 'DMY' as const };
    const { status, body } = await admin.ask(previewStudents, input);
    expect([status, body.errors?.map(({ path }) => path)]).toEqual([422, ['mapping.city']]);
  });

  test('marks a row with the address of an account as an error', async () => {
    const { email } = await anEnrolled();
    const account = await anEnrolled();
    await sql(
      'identity',
      `INSERT INTO student_account (student_id, email, password_hash, password_set_at)
       VALUES ($1, $2, $3, now())`,
      [account.id, account.email, quickHash],
    );
    const rows = [aRow({ email }), aRow({ email: account.email.toUpperCase() })];
    const importId = await uploaded(admin, school.id, tableOf(rows));
    expect((await previewed(admin, importId)).rows).toMatchObject([
      { what: 'add' },
      { what: 'error', errors: [{ path: 'email' }] },
    ]);
  });

  test('shows school admins only names of students elsewhere, whom they cannot add', async () => {
    const other = await anEnrolled();
    const person = await schoolAdminOf(school);
    const row = aRow({ dob: american(other.dob), last4: other.last4ssn });
    const importId = await uploaded(person, school.id, tableOf([row]));
    const { rows, previewHash } = await previewed(person, importId);
    expect(rows).toMatchObject([{ what: 'duplicate', choices: ['skip'] }]);
    expect(rows[0]?.matches).toMatchObject([
      { id: 0, lastName: `${other.lastName[0]}.`, ssn: '', dob: '', email: null },
    ]);
    const forced = { importId, previewHash, choices: [{ row: 2, choice: 'add' as const }] };
    expect((await person.ask(importStudents, forced, randomUUID())).status).toBe(422);
  });

  test('refuses a column with full SSNs, and deletes the table', async () => {
    const table = 'A,B,C,D,E\nLevi,Dana,F,123456789,04/15/2004\n';
    const importId = await uploaded(admin, school.id, table);
    const input = {
      importId,
      dateOrder: 'MDY' as const,
      mapping: { lastName: 'A', firstName: 'B', gender: 'C', last4ssn: 'D', dob: 'E' },
    };
    expect(refusal(await admin.ask(previewStudents, input))).toMatchObject({
      status: 422,
      code: 'full_ssn_refused',
    });
    expect(refusal(await admin.ask(previewStudents, input))).toMatchObject({
      status: 404,
      code: 'import_not_found',
    });
  });

  test('refuses a completed import, and does not find it for other school admins', async () => {
    const { importId } = await imported(admin, school.id, [aRow()]);
    const input = { importId, mapping, dateOrder: 'MDY' as const };
    expect(refusal(await admin.ask(previewStudents, input))).toMatchObject({
      status: 409,
      code: 'import_done',
    });
    const stranger = await schoolAdminOf(await aSchool());
    expect(refusal(await stranger.ask(previewStudents, input))).toMatchObject({
      status: 404,
      code: 'import_not_found',
    });
  });
});
