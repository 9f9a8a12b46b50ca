import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { RunProgress } from '@portal/contract/run-progress';
import { getOfficeRun } from '@portal/contract/runs/session-runs';
import { editStudent } from '@portal/contract/students/enrol';
import { findStudent } from '@portal/contract/students/lookup';
import { setBar } from '@portal/contract/students/student-file';
import { getImports, importStudents, undoImport } from '@portal/contract/students/student-imports';
import { steadyNow } from '@portal/kit/steady-clock';
import { sql } from '../../../portal/databases.ts';
import { mailsTo } from '../../../portal/mails.ts';
import type { Person } from '../../../portal-user/person.ts';
import { aSchool, schoolAdminOf, type TestSchool } from '../../people/schools.ts';
import { signedInStaff } from '../../people/staff.ts';
import {
  american,
  aRow,
  begun,
  importEnded,
  imported,
  previewed,
  type TableRow,
  tableOf,
  undone,
  uploaded,
} from '../../people/student-imports.ts';
import { anEnrolled, grantedLots } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

let admin: Person;
let school: TestSchool;
beforeAll(async () => {
  [admin, school] = await Promise.all([signedInStaff('ROLE_ADMIN'), aSchool()]);
});

const found = async ({ lastName }: Pick<TableRow, 'lastName'>) =>
  admin.do(findStudent, { lastName });
const unknownImport = { importId: '00000000-0000-7000-8000-000000000000' };

describe('importStudents', () => {
  test('adds rows independently, also a duplicate, without emails; drops the cells', async () => {
    const [own, other] = [await anEnrolled({ schoolId: school.id }), await anEnrolled()];
    const fresh = aRow({
      email: `import.${steadyNow().getTime()}@student.test`,
      cohort: '2026-2027',
    });
    const same = aRow({ dob: american(own.dob), last4: own.last4ssn, cohort: '2026-2027' });
    const twin = aRow({ dob: american(other.dob), last4: other.last4ssn });
    const result = await imported(
      admin,
      school.id,
      [fresh, same, aRow({ gender: '' }), twin],
      [
        { row: 3, choice: 'cohort' },
        { row: 5, choice: 'add' },
      ],
    );
    expect(result).toMatchObject({ added: 2, changed: 1, skipped: 1, failed: 0 });
    const [[student], [added]] = [await found(fresh), await found(twin)];
    expect(student).toMatchObject({
      firstName: 'Tirza',
      school: school.id,
      schoolCohort: '2026-2027',
      password: false,
      membershipName: 'Non-member',
      college: 234,
      gender: '2',
    });
    expect(result.rows).toEqual([
      { row: 2, studentId: student?.id, text: 'Added' },
      { row: 3, studentId: own.id, text: 'Cohort updated' },
      { row: 4, studentId: null, text: 'Gender invalid' },
      { row: 5, studentId: added?.id, text: 'Added' },
    ]);
    expect(added?.id).not.toBe(other.id);
    expect((await found({ lastName: own.lastName }))[0]?.schoolCohort).toBe('2026-2027');
    expect(await mailsTo(fresh.email)).toEqual([]);
    const [{ cells } = { cells: 'none' }] = await sql<{ cells: unknown }>(
      'identity',
      'SELECT max(cells::text) AS cells FROM student_import_row WHERE import_id = $1',
      [result.importId],
    );
    expect(cells).toBeNull();
  });

  test('refuses a preview that is out of date', async () => {
    const row = aRow();
    const importId = await uploaded(admin, school.id, tableOf([row]));
    const { previewHash } = await previewed(admin, importId);
    const [month, day, year] = row.dob.split('/');
    await anEnrolled({ dob: `${year}-${month}-${day}`, last4Ssn: row.last4 });
    const input = { importId, previewHash, choices: [] };
    expect(refusal(await admin.ask(importStudents, input, randomUUID()))).toEqual({
      status: 409,
      code: 'preview_outdated',
      detail: 'Something changed since the preview. Please look again.',
    });
  });

  test('runs one import once: one concurrent call succeeds; a key repeats its run', async () => {
    const row = aRow();
    const importId = await uploaded(admin, school.id, tableOf([row]));
    const { previewHash } = await previewed(admin, importId);
    const input = { importId, previewHash, choices: [] };
    const [key, rival] = [randomUUID(), await signedInStaff('ROLE_ADMIN')];
    const answers = await Promise.all([
      admin.ask(importStudents, input, key),
      rival.ask(importStudents, input, randomUUID()),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused && refusal(refused)).toEqual({
      status: 409,
      code: 'import_done',
      detail: 'This import has been run.',
    });
    const first = answers[0]?.status === 202 ? admin : rival;
    const begunRun = answers.find(({ status }) => status === 202);
    const { runId } = RunProgress.parse(begunRun?.body);
    expect((await importEnded(first, runId)).added).toBe(1);
    expect((await found(row)).length).toBe(1);
  });

  test('does not find an unknown import, and refuses an unknown row', async () => {
    const input = { ...unknownImport, previewHash: 'x', choices: [] };
    expect(refusal(await admin.ask(importStudents, input, randomUUID()))).toMatchObject({
      status: 404,
      code: 'import_not_found',
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

  test('gives the run to the person who started it and to the office', async () => {
    const [person, stranger] = [await schoolAdminOf(school), await schoolAdminOf(school)];
    const importId = await uploaded(person, school.id, tableOf([aRow()]));
    const { previewHash } = await previewed(person, importId);
    const runId = await begun(person, importId, previewHash);
    expect((await importEnded(person, runId)).added).toBe(1);
    expect((await admin.ask(getOfficeRun, { runId })).status).toBe(200);
    expect(refusal(await stranger.ask(getOfficeRun, { runId }))).toMatchObject({
      status: 404,
      code: 'run_not_found',
    });
  });
});

describe('undoImport', () => {
  test('does not find an import of another school or its students', async () => {
    const { importId } = await imported(admin, school.id, [aRow()]);
    const stranger = await schoolAdminOf(await aSchool());
    expect(refusal(await stranger.ask(undoImport, { importId, dryRun: true }))).toMatchObject({
      status: 404,
      code: 'import_not_found',
    });
  });

  test('removes added students unless in use, and restores cohorts', async () => {
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
    const [, credits = 0, barred = 0] = done.map(({ studentId }) => studentId ?? 0);
    await grantedLots(credits, [{ credits: 1 }]);
    const bar = { levels: ['buying' as const], reason: 'Owes a fee' };
    await admin.do(setBar, { student_id: barred, ...bar });
    await admin.do(editStudent, { student_id: moved.id, cohort: null });
    const whys = [
      { studentId: credits, name: `Tirza ${rows[1]?.lastName}`, why: 'Has credits' },
      { studentId: barred, name: `Tirza ${rows[2]?.lastName}`, why: 'Has a bar' },
      {
        studentId: moved.id,
        name: `${moved.firstName} ${moved.lastName}`,
        why: 'The cohort was changed since',
      },
    ];
    expect(await admin.do(undoImport, { importId, dryRun: true })).toEqual({
      state: 'preview',
      removed: 1,
      restored: 1,
      kept: whys,
    });
    const result = await undone(admin, importId);
    expect(result).toMatchObject({ removed: 1, restored: 1, kept: whys });
    expect(await found(rows[0] as TableRow)).toEqual([]);
    expect((await found(rows[1] as TableRow)).length).toBe(1);
    expect((await found({ lastName: own.lastName }))[0]?.schoolCohort).toBeNull();
    // staff can act for a kept student as before
    await grantedLots(credits, [{ credits: 1 }]);
    expect(refusal(await admin.ask(undoImport, { importId }, randomUUID()))).toEqual({
      status: 409,
      code: 'already_undone',
      detail: 'This import was undone.',
    });
  });
});

describe('getImports', () => {
  test('lists the imports, for a school admin those of their school', async () => {
    const own = await aSchool();
    const person = await schoolAdminOf(own);
    await uploaded(person, own.id, tableOf([aRow()]));
    const { importId } = await imported(person, own.id, [aRow(), aRow()]);
    const { imports } = await person.do(getImports, {});
    expect(imports).toMatchObject([
      {
        importId,
        schoolName: own.name,
        fileName: 'students.csv',
        by: expect.any(String),
        added: 2,
        undoneAt: null,
        mayUndo: true,
      },
    ]);
    const auditOf = (await admin.do(getImports, {})).imports.find(
      (one) => one.importId === importId,
    );
    expect(auditOf).toMatchObject({ added: 2, mayUndo: false });
  });
});
