import { describe, expect, test } from '@jest/globals';
import { newYorkDay } from '@portal/contract/days';
import { editStudent } from '@portal/contract/students/enrol';
import { officeHistory } from '@portal/contract/students/history';
import { steadyNow } from '@portal/kit/steady-clock';
import { sql } from '../../../portal/databases.ts';
import { anExam } from '../../exams/catalogue.ts';
import { signedInStaff } from '../../people/staff.ts';
import { aStudent } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

/** Edits two students as one member of staff; returns the login name too. */
async function twoMoves() {
  const [admin, one, other] = await Promise.all([
    signedInStaff('ROLE_ADMIN'),
    aStudent(),
    aStudent(),
  ]);
  for (const { id } of [one, other])
    await admin.do(editStudent, { student_id: id, city: 'Monsey' });
  const [row] = await sql<{ actor_name: string }>(
    'identity',
    "SELECT actor_name FROM audit WHERE student_id = $1 AND actor_kind = 'staff'",
    [other.id],
  );
  return { admin, one, other, loginName: row?.actor_name as string };
}

describe('officeHistory', () => {
  test('gives changes by one login name, newest first, by kind of record and days', async () => {
    const { admin, one, other, loginName } = await twoMoves();
    const { entries, missing } = await admin.do(officeHistory, {
      loginName,
      kind: 'record',
    });
    expect(missing).toEqual([]);
    expect(entries.map(({ studentId }) => studentId)).toEqual([other.id, one.id]);
    expect(entries[0]).toMatchObject({
      who: 'staff',
      loginname: loginName,
      op: 'update',
      tname: 'student',
      record: String(other.id),
      text: expect.stringContaining('Monsey'),
      origin: expect.any(String),
    });
    const ask = async (filter: object) =>
      (await admin.do(officeHistory, { loginName, ...filter })).entries.length;
    expect(await ask({ kind: 'record', who: 'staff' })).toBe(2);
    expect(await ask({ kind: 'payments' })).toBe(0);
    expect(await ask({ to: '2020-01-01' })).toBe(0);
    expect(await ask({ loginName: 'nobody.is.called.this' })).toBe(0);
  });

  test('includes changes of the catalogue', async () => {
    const { admin, loginName } = await twoMoves();
    const day = { from: newYorkDay(steadyNow()) };
    const examId = await anExam();
    const { entries } = await admin.do(officeHistory, { ...day, kind: 'catalogue' });
    expect(entries).toContainEqual(
      expect.objectContaining({ id: expect.stringMatching(/^catalog-/), record: String(examId) }),
    );
    const others = await admin.do(officeHistory, { ...day, loginName, kind: 'registrations' });
    expect(others.entries).toEqual([]);
    const all = await admin.do(officeHistory, { ...day, who: 'system' });
    expect(all.missing).toEqual([]);
  });

  test('continues after a page in all services', async () => {
    const admin = await signedInStaff('ROLE_ADMIN');
    const actor = `e2e.pages.${steadyNow().getTime()}`;
    const insert = `INSERT INTO audit (at, actor_kind, actor_id, actor_name, op, table_name, row_id,
        change, request_id)
      SELECT '2026-03-03T17:00:00Z', 'staff', 0, $1, 'action', 'package', n, '{}', 'e2e'
      FROM generate_series(1, 40) AS n`;
    await Promise.all([sql('payments', insert, [actor]), sql('seminary', insert, [actor])]);
    const first = await admin.do(officeHistory, { loginName: actor });
    expect(first.entries).toHaveLength(50);
    const rest = await admin.do(officeHistory, {
      loginName: actor,
      before: first.next as string,
    });
    const ids = [...first.entries, ...rest.entries].map(({ id }) => id);
    expect([rest.next, new Set(ids).size]).toEqual([null, 80]);
  });

  test('is limited to admins', async () => {
    const [advisor, student] = await Promise.all([signedInStaff('ROLE_ADVISOR'), aStudent()]);
    const forbidden = { status: 403, code: 'forbidden' };
    expect(refusal(await advisor.ask(officeHistory, {}))).toMatchObject(forbidden);
    expect(refusal(await student.person.ask(officeHistory, {}))).toMatchObject({ status: 403 });
  });
});
