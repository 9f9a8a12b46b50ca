import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { RunProgress } from '@portal/contract/run-progress';
import { getOfficeRun } from '@portal/contract/sessions/session-runs';
import { findStudent } from '@portal/contract/students/lookup';
import { saveNote } from '@portal/contract/students/student-file';
import {
  getImports,
  importStudents,
  previewStudents,
  undoImport,
  uploadStudents,
} from '@portal/contract/students/student-imports';
import { TEST_VIRUS } from '../../../test/virus-scanner.ts';
import type { Person } from '../../people/person.ts';
import { aSchool, schoolAdminOf, type TestSchool } from '../../people/schools.ts';
import { signedInStaff } from '../../people/staff.ts';
import {
  american,
  aRow,
  begun,
  HEAD,
  importEnded,
  imported,
  mapping,
  previewed,
  sendTable,
  type TableRow,
  tableOf,
  undone,
  uploaded,
} from '../../people/student-imports.ts';
import { anEnrolled, grantedLots, quickHash } from '../../people/students.ts';
import { sql } from '../../portal/databases.ts';
import { mailsTo } from '../../portal/mails.ts';
import { refusal } from '../every-call/refusal.ts';

let admin: Person;
let school: TestSchool;
beforeAll(async () => {
  [admin, school] = await Promise.all([signedInStaff('ROLE_ADMIN'), aSchool()]);
});

const found = async ({ lastName }: Pick<TableRow, 'lastName'>) =>
  admin.do(findStudent, { lastName });
/** A school whose students are members, so that its admins add none. */
async function ofMembers(): Promise<TestSchool> {
  const made = await aSchool();
  await sql('schools', 'UPDATE school SET students_are_members = true WHERE id = $1', [made.id]);
  return made;
}
const nobody = { importId: '00000000-0000-7000-8000-000000000000' };

describe('uploadStudents', () => {
  test('columns are guessed, and digits of SSNs and birth dates are masked', async () => {
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

  test('a table with semicolons is read, and how the last one was read is offered again', async () => {
    const own = await aSchool();
    await imported(admin, own.id, [aRow()]);
    const { body } = await sendTable(admin, own.id, tableOf([aRow()]).replaceAll(',', ';'));
    expect(uploadStudents.answer.parse(body).lastMapping).toEqual(mapping);
  });

  test.each([
    ['a full SSN anywhere', tableOf([aRow()]).replace('Mrs Secret', '123-45-6789')],
    ['nine digits in a column named as SSN', tableOf([aRow({ last4: '123456789' })])],
    ['an SSN without the zero that a table dropped', tableOf([aRow({ last4: '12345678' })])],
  ])('a table with %s is refused, and not kept', async (_, table) => {
    expect(refusal(await sendTable(admin, school.id, table))).toEqual({
      ...{ status: 422, code: 'full_ssn_refused' },
      detail: 'The file holds full Social Security numbers. Keep only the last four digits.',
    });
  });

  test('a table without rows, and one with too many or too wide, is refused', async () => {
    expect(refusal(await sendTable(admin, school.id, `${HEAD}\n,,,,,,,\n`))).toEqual({
      ...{ status: 422, code: 'no_rows', detail: 'The file has no rows.' },
    });
    const rows = Array.from({ length: 5_001 }, () => 'a,b').join('\n');
    expect(refusal(await sendTable(admin, school.id, `x,y\n${rows}`))).toEqual({
      ...{ status: 422, code: 'too_many_rows', detail: 'At most 5,000 rows.' },
    });
    const wide = Array.from({ length: 61 }, (_, at) => `c${at}`).join(',');
    expect(refusal(await sendTable(admin, school.id, `${wide}\n${wide}`))).toMatchObject({
      ...{ status: 422, code: 'file_rows_invalid' },
    });
  });

  test('what is no table, too large or holds a virus is refused', async () => {
    const code = async (content: string | Buffer, name: string) => {
      const { status, code } = refusal(await sendTable(admin, school.id, content, name));
      return [status, code];
    };
    expect(await code('%PDF-1.7\n', 'students.pdf')).toEqual([415, 'wrong_type']);
    expect(await code(Buffer.alloc(25 * 1024 * 1024 + 1), 'students.csv')).toEqual([
      ...[413, 'too_large'],
    ]);
    expect(await code(`a,b\n${TEST_VIRUS}`, 'students.csv')).toEqual([422, 'file_refused']);
  });

  test.each([
    ['Windows-1252', Buffer.from('Last name,First name\nL\u00e9vi,Ren\u00e9e\n', 'latin1')],
    ['UTF-16', Buffer.from('\ufeffLast name,First name\nLevi,Dana\n', 'utf16le')],
  ])('a table in %s is refused with a sentence that helps', async (_, content) => {
    expect(refusal(await sendTable(admin, school.id, content))).toEqual({
      ...{ status: 415, code: 'wrong_type' },
      detail: 'This CSV file is not written in UTF-8. Please save it as "CSV UTF-8" or as XLSX.',
    });
  });

  test('a school admin brings students to the own school alone, where they are no members', async () => {
    const person = await schoolAdminOf(school);
    expect((await sendTable(person, school.id, tableOf([aRow()]))).status).toBe(200);
    const other = await aSchool();
    expect(refusal(await sendTable(person, other.id, tableOf([aRow()])))).toMatchObject({
      ...{ status: 404, code: 'school_not_found' },
    });
    const members = await ofMembers();
    const itsAdmin = await schoolAdminOf(members);
    expect(refusal(await sendTable(itsAdmin, members.id, tableOf([aRow()])))).toMatchObject({
      ...{ status: 403, code: 'forbidden' },
    });
    expect((await sendTable(admin, members.id, tableOf([aRow()]))).status).toBe(200);
  });
});

describe('previewStudents', () => {
  test('each row has its state, and cells of other columns are dropped', async () => {
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
      ...[[], [], [own.id], [other.id], [], []],
    ]);
    expect(seen[4]?.errors.map(({ message }) => message)).toEqual([
      'Gender invalid',
      'DOB invalid',
    ]);
    expect(seen[5]?.errors.map(({ message }) => message)).toEqual(['Last name invalid']);
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

  test('defaults fill what rows leave empty, and dates are read in the order that was said', async () => {
    const row = aRow({ gender: '', dob: '15/04/2001' });
    const importId = await uploaded(admin, school.id, tableOf([row]));
    const [wrong] = (await previewed(admin, importId)).rows;
    expect(wrong?.errors.map(({ path }) => path)).toEqual(['gender', 'dob']);
    const about = { defaults: { gender: '2', cohort: '2026-2027' }, dateOrder: 'DMY' } as const;
    expect((await previewed(admin, importId, about)).rows).toMatchObject([
      { what: 'add', cohort: '2026-2027' },
    ]);
  });

  test('an address that somebody signs in with is an error of its row', async () => {
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

  test('a school admin learns of students elsewhere no more than a name, and cannot add them', async () => {
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

  test('a column that is not there, chosen twice or missing is said', async () => {
    const importId = await uploaded(admin, school.id, tableOf([aRow()]));
    const ask = (about: object) =>
      admin.ask(previewStudents, { importId, mapping, dateOrder: 'MDY', ...about });
    const { gender: _, ...without } = mapping;
    for (const [wrong, path] of [
      [{ mapping: without }, 'mapping.gender'],
      [{ mapping: { ...mapping, city: 'Town' } }, 'mapping.city'],
      [{ mapping: { ...mapping, city: 'Sex' } }, 'mapping.city'],
      [{ defaults: { cohort: '1999-2000' } }, 'defaults.cohort'],
    ] as const) {
      const { status, body } = await ask(wrong);
      expect([status, body.errors?.map((error) => error.path)]).toEqual([422, [path]]);
    }
  });

  test('full SSNs in the column that is chosen for them refuse the table, which is dropped', async () => {
    const table = 'A,B,C,D,E\nLevi,Dana,F,123456789,04/15/2004\n';
    const importId = await uploaded(admin, school.id, table);
    const asked = {
      ...{ importId, dateOrder: 'MDY' as const },
      mapping: { lastName: 'A', firstName: 'B', gender: 'C', last4ssn: 'D', dob: 'E' },
    };
    expect(refusal(await admin.ask(previewStudents, asked))).toMatchObject({
      ...{ status: 422, code: 'full_ssn_refused' },
    });
    expect(refusal(await admin.ask(previewStudents, asked))).toMatchObject({
      ...{ status: 404, code: 'import_not_found' },
    });
  });

  test('one that has been run is not looked at again, and another school admin does not see it', async () => {
    const { importId } = await imported(admin, school.id, [aRow()]);
    const asked = { importId, mapping, dateOrder: 'MDY' as const };
    expect(refusal(await admin.ask(previewStudents, asked))).toMatchObject({
      ...{ status: 409, code: 'import_done' },
    });
    const stranger = await schoolAdminOf(await aSchool());
    expect(refusal(await stranger.ask(previewStudents, asked))).toMatchObject({
      ...{ status: 404, code: 'import_not_found' },
    });
  });
});

describe('importStudents', () => {
  test('rows are put on record by themselves, without a mail, and cells are dropped', async () => {
    const own = await anEnrolled({ schoolId: school.id });
    const fresh = aRow({ email: `import.${Date.now()}@student.test`, cohort: '2026-2027' });
    const same = aRow({ dob: american(own.dob), last4: own.last4ssn, cohort: '2026-2027' });
    const result = await imported(
      admin,
      school.id,
      [fresh, same, aRow({ gender: '' })],
      [{ row: 3, choice: 'cohort' }],
    );
    expect(result).toMatchObject({ added: 1, changed: 1, skipped: 1, failed: 0 });
    const [student] = await found(fresh);
    expect(student).toMatchObject({
      ...{ firstName: 'Tirza', school: school.id, schoolCohort: '2026-2027', password: false },
      ...{ membershipName: 'Non-member', college: 234, gender: '2' },
    });
    expect(result.rows).toEqual([
      { row: 2, studentId: student?.id, text: 'Added' },
      { row: 3, studentId: own.id, text: 'Cohort updated' },
      { row: 4, studentId: null, text: 'Gender invalid' },
    ]);
    expect((await found({ lastName: own.lastName }))[0]?.schoolCohort).toBe('2026-2027');
    expect(await mailsTo(fresh.email)).toEqual([]);
    const [{ cells } = { cells: 'none' }] = await sql<{ cells: unknown }>(
      'identity',
      'SELECT max(cells::text) AS cells FROM student_import_row WHERE import_id = $1',
      [result.importId],
    );
    expect(cells).toBeNull();
  });

  test('an admin adds a duplicate as a new student', async () => {
    const other = await anEnrolled();
    const row = aRow({ dob: american(other.dob), last4: other.last4ssn });
    expect(await imported(admin, school.id, [row])).toMatchObject({ added: 0, skipped: 1 });
    const { added } = await imported(admin, school.id, [row], [{ row: 2, choice: 'add' }]);
    expect([added, (await found(row)).length]).toEqual([1, 1]);
  });

  test('a preview that is not what would be done any more is refused', async () => {
    const row = aRow();
    const importId = await uploaded(admin, school.id, tableOf([row]));
    const { previewHash } = await previewed(admin, importId);
    const [month, day, year] = row.dob.split('/');
    await anEnrolled({ dob: `${year}-${month}-${day}`, last4Ssn: row.last4 });
    const wish = { importId, previewHash, choices: [] };
    expect(refusal(await admin.ask(importStudents, wish, randomUUID()))).toEqual({
      ...{ status: 409, code: 'preview_outdated' },
      detail: 'Something changed since the preview. Please look again.',
    });
  });

  test('of two who run one import at once one does, and the same key gives the same run', async () => {
    const row = aRow();
    const importId = await uploaded(admin, school.id, tableOf([row]));
    const { previewHash } = await previewed(admin, importId);
    const wish = { importId, previewHash, choices: [] };
    const [key, rival] = [randomUUID(), await signedInStaff('ROLE_ADMIN')];
    const answers = await Promise.all([
      admin.ask(importStudents, wish, key),
      rival.ask(importStudents, wish, randomUUID()),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused && refusal(refused)).toEqual({
      ...{ status: 409, code: 'import_done', detail: 'This import has been run.' },
    });
    const first = answers[0]?.status === 202 ? admin : rival;
    const begunRun = answers.find(({ status }) => status === 202);
    const { runId } = RunProgress.parse(begunRun?.body);
    expect((await importEnded(first, runId)).added).toBe(1);
    expect((await found(row)).length).toBe(1);
  });

  test('one that is not there is not found, and a row that is not there is refused', async () => {
    const wish = { ...nobody, previewHash: 'x', choices: [] };
    expect(refusal(await admin.ask(importStudents, wish, randomUUID()))).toMatchObject({
      ...{ status: 404, code: 'import_not_found' },
    });
    const importId = await uploaded(admin, school.id, tableOf([aRow()]));
    const { previewHash } = await previewed(admin, importId);
    const choices = [{ row: 9, choice: 'skip' as const }];
    const answer = await admin.ask(
      importStudents,
      { importId, previewHash, choices },
      randomUUID(),
    );
    expect(answer.status).toBe(422);
  });

  test('a run is asked for by whoever started it and by the office', async () => {
    const [person, stranger] = [await schoolAdminOf(school), await schoolAdminOf(school)];
    const importId = await uploaded(person, school.id, tableOf([aRow()]));
    const { previewHash } = await previewed(person, importId);
    const runId = await begun(person, importId, previewHash);
    expect((await importEnded(person, runId)).added).toBe(1);
    expect((await admin.ask(getOfficeRun, { runId })).status).toBe(200);
    expect(refusal(await stranger.ask(getOfficeRun, { runId }))).toMatchObject({
      ...{ status: 404, code: 'run_not_found' },
    });
  });
});

describe('undoImport', () => {
  test('who was added is gone, who is in use stays, and cohorts are as before', async () => {
    const [own, moved] = [
      await anEnrolled({ schoolId: school.id }),
      await anEnrolled({ schoolId: school.id }),
    ];
    const cohort = '2026-2027';
    const pairOf = ({ dob, last4ssn }: typeof own) => ({ dob: american(dob), last4: last4ssn });
    const rows = [aRow(), aRow(), aRow(), aRow({ ...pairOf(own), cohort })];
    rows.push(aRow({ ...pairOf(moved), cohort }));
    const { importId, rows: done } = await imported(admin, school.id, rows, [
      { row: 5, choice: 'cohort' },
      { row: 6, choice: 'cohort' },
    ]);
    const [, credits = 0, noted = 0] = done.map(({ studentId }) => studentId ?? 0);
    await grantedLots(credits, [{ credits: 1 }]);
    await admin.do(saveNote, { student_id: noted, text: 'Knows Hebrew', pinned: false });
    await sql('identity', 'UPDATE student SET cohort = NULL WHERE id = $1', [moved.id]);
    const whys = [
      { studentId: credits, name: `Tirza ${rows[1]?.lastName}`, why: 'Has credits' },
      { studentId: noted, name: `Tirza ${rows[2]?.lastName}`, why: 'Has a note' },
      {
        ...{ studentId: moved.id, name: `${moved.firstName} ${moved.lastName}` },
        why: 'The cohort was changed since',
      },
    ];
    expect(await admin.do(undoImport, { importId, dryRun: true })).toEqual({
      ...{ state: 'preview', removed: 1, restored: 1, kept: whys },
    });
    const result = await undone(admin, importId);
    expect(result).toMatchObject({ removed: 1, restored: 1, kept: whys });
    expect(await found(rows[0] as TableRow)).toEqual([]);
    expect((await found(rows[1] as TableRow)).length).toBe(1);
    expect((await found({ lastName: own.lastName }))[0]?.schoolCohort).toBeNull();
    // who is kept can be acted for as before
    await grantedLots(credits, [{ credits: 1 }]);
    expect(refusal(await admin.ask(undoImport, { importId }, randomUUID()))).toEqual({
      ...{ status: 409, code: 'already_undone', detail: 'This import was undone.' },
    });
  });

  test('by whoever ran it and super admins alone, for 24 hours, and not while it runs', async () => {
    const { importId } = await imported(admin, school.id, [aRow()]);
    const ask = (person: Person) => person.ask(undoImport, { importId, dryRun: true });
    const [other, superAdmin] = [
      await signedInStaff('ROLE_ADMIN'),
      await signedInStaff('ROLE_SUPER_ADMIN'),
    ];
    expect(refusal(await ask(other))).toMatchObject({ status: 404, code: 'import_not_found' });
    expect((await ask(superAdmin)).status).toBe(200);
    const set = (change: string) =>
      sql('identity', `UPDATE student_import SET ${change} WHERE id = $1`, [importId]);
    await set('finished_at = NULL');
    expect(refusal(await ask(admin))).toMatchObject({ status: 409, code: 'import_running' });
    await set(`finished_at = now(), started_at = now() - interval '25 hours'`);
    expect(refusal(await ask(admin))).toEqual({
      ...{ status: 409, code: 'undo_over', detail: 'An import can be undone for 24 hours.' },
    });
  });
});

describe('getImports', () => {
  test('those that were run are listed, to a school admin those of the own school', async () => {
    const own = await aSchool();
    const person = await schoolAdminOf(own);
    await uploaded(person, own.id, tableOf([aRow()]));
    const { importId } = await imported(person, own.id, [aRow(), aRow()]);
    const { imports } = await person.do(getImports, {});
    expect(imports).toMatchObject([
      {
        ...{ importId, schoolName: own.name, fileName: 'students.csv', by: expect.any(String) },
        ...{ added: 2, undoneAt: null, mayUndo: true },
      },
    ]);
    const ofOffice = (await admin.do(getImports, {})).imports.find(
      (one) => one.importId === importId,
    );
    expect(ofOffice).toMatchObject({ added: 2, mayUndo: false });
  });
});
