import { expect, test } from '@jest/globals';
import { sql } from '../../../portal/databases.ts';
import { aSchool } from '../../people/schools.ts';
import { signedInStaff } from '../../people/staff.ts';
import { aRow, imported, undoBegun, undoEnded } from '../../people/student-imports.ts';
import { grantedLots } from '../../people/students.ts';

const RACERS = 8;

/** The undo of an import while people begin something for its students. */
export function importUndo(): void {
  test('F5: an undo that races with granted credits keeps the students who have them', async () => {
    const admin = await signedInStaff('ROLE_ADMIN');
    const rows = Array.from({ length: RACERS }, () => aRow());
    const { importId, rows: done } = await imported(admin, (await aSchool()).id, rows);
    const ids = done.map(({ studentId }) => studentId as number);
    const granting = ids.map(async (id) =>
      grantedLots(id, [{ credits: 1 }]).then(
        () => id,
        () => null,
      ),
    );
    const runId = await undoBegun(admin, importId);
    const inOrder = (some: readonly number[]) => some.toSorted((one, other) => one - other);
    const granted = inOrder((await Promise.all(granting)).filter((id) => id !== null));
    const { removed, kept } = await undoEnded(admin, runId);
    expect(inOrder(kept.map(({ studentId }) => studentId))).toEqual(granted);
    expect(removed).toBe(RACERS - granted.length);
    const lots = await sql<{ student_id: string }>(
      'payments',
      'SELECT student_id FROM lot WHERE student_id = ANY($1) ORDER BY student_id',
      [ids],
    );
    expect(lots.map(({ student_id: id }) => Number(id))).toEqual(granted);
    const left = await sql<{ id: string }>(
      'identity',
      'SELECT id FROM student WHERE id = ANY($1) ORDER BY id',
      [ids],
    );
    expect(left.map(({ id }) => Number(id))).toEqual(granted);
  });
}
