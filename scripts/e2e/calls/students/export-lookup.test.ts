import { beforeAll, describe, expect, test } from '@jest/globals';
import { exportLookup, findStudent } from '@portal/contract/students/lookup';
import { sql } from '../../../portal/databases.ts';
import type { Person } from '../../../portal-user/person.ts';
import { aSchool, schoolAdminOf } from '../../people/schools.ts';
import { signedInStaff } from '../../people/staff.ts';
import { anEnrolled } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';
import { rowsOfSheet } from './sheet.ts';

let admin: Person;
beforeAll(async () => {
  admin = await signedInStaff('ROLE_ADMIN');
});

/** Returns the rows of the file, with each cell as text. */
async function sheetOf(person: Person, filters: object): Promise<string[][]> {
  const answer = await fetch(person.url + exportLookup.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: `sid=${person.cookie('sid')}` },
    body: JSON.stringify(filters),
  });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, exportLookup.file]);
  expect(answer.headers.get('content-disposition')).toMatch(/"Students \d{4}-\d\d-\d\d\.xlsx"/);
  const rows = rowsOfSheet(Buffer.from(await answer.arrayBuffer()));
  const columns = Object.keys(rows[0] ?? {});
  return rows.map((row) => columns.map((column) => row[column] ?? ''));
}

describe('exportLookup', () => {
  test('exports students with credits; stores the filters without SSN and birth date', async () => {
    const student = await anEnrolled({ credits: 3, cellphone: '718-555-0199' });
    const { lastName, dob, last4ssn: ssn } = student;
    const [head, ...rows] = await sheetOf(admin, { lastName, dob, ssn });
    expect(head).toEqual([
      'Last name',
      'First name',
      'Last 4',
      'DOB',
      'Email',
      'Phone',
      'School',
      'Cohort',
      'College',
      'Membership',
      'Credits',
    ]);
    const [found] = await admin.do(findStudent, { lastName: student.lastName });
    expect(rows).toEqual([
      [
        student.lastName,
        'Edna',
        student.last4ssn,
        student.dob,
        student.email,
        '718-555-0199',
        '',
        '',
        found?.collegeName,
        found?.membershipName,
        '3',
      ],
    ]);
    const [noted] = await sql<{ change: object }>(
      'identity',
      `SELECT change FROM audit WHERE table_name = 'student_file' AND change->>'lastName' = $1`,
      [lastName],
    );
    expect(noted?.change).toEqual({ lastName, bySsn: true, byDob: true, rows: 1 });
  });

  test('exports fewer fields and only own students for a school admin', async () => {
    const school = await aSchool();
    const [own, other] = [await anEnrolled({ schoolId: school.id }), await anEnrolled()];
    const person = await schoolAdminOf(school);
    expect(await sheetOf(person, { lastName: own.lastName })).toEqual([
      ['Last name', 'First name', 'Last 4', 'Email', 'School', 'Cohort', 'Credits'],
      [own.lastName, 'Edna', own.last4ssn, own.email, school.name, '', '0'],
    ]);
    expect(refusal(await person.ask(exportLookup, { lastName: other.lastName }))).toEqual({
      status: 404,
      code: 'no_rows',
      detail: 'No students found',
    });
  });
});
