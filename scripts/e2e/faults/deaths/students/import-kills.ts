import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { CallSpec } from '@portal/contract/call';
import { RunProgress } from '@portal/contract/run-progress';
import { getOfficeRun } from '@portal/contract/runs/session-runs';
import {
  ImportResult,
  importStudents,
  UndoResult,
  undoImport,
} from '@portal/contract/students/student-imports';
import { sql } from '../../../../portal/databases.ts';
import { until } from '../../../../portal/until.ts';
import type { Person } from '../../../../portal-user/person.ts';
import { aSchool } from '../../../people/schools.ts';
import { signedInStaff } from '../../../people/staff.ts';
import {
  aRow,
  imported,
  previewed,
  type TableRow,
  tableOf,
  uploaded,
} from '../../../people/student-imports.ts';
import { grantedLots } from '../../../people/students.ts';
import type { HurtPortal } from '../../harness/hurt-portal.ts';
import { killedEverywhere } from '../../harness/killed-everywhere.ts';

const ROWS = 6;

/** Starts a run as the page does, again with the same key, and returns its result. */
async function ran(admin: Person, call: CallSpec, input: object): Promise<unknown> {
  const key = randomUUID();
  const begun = await until(
    () => admin.ask(call, input, key).catch(() => null),
    (answer) => answer?.status === 202,
    60,
    150,
  );
  const { runId } = RunProgress.parse(begun?.body);
  const run = await until(
    () => admin.ask(getOfficeRun, { runId }).catch(() => null),
    (answer) => answer?.status === 200,
    60,
    150,
  );
  return run?.body;
}

const onRecord = async (rows: readonly TableRow[]): Promise<number[]> => {
  const names = rows.map(({ lastName }) => lastName);
  const found = await sql<{ id: string }>(
    'identity',
    'SELECT id FROM student WHERE last_name = ANY($1) ORDER BY id',
    [names],
  );
  return found.map(({ id }) => Number(id));
};
/** Returns how many events announced students. */
const announcementsOf = async (type: string, ids: readonly number[]): Promise<number> =>
  (
    await sql(
      'identity',
      `SELECT 1 FROM outbox WHERE type = $1 AND (payload->'data'->>'studentId')::bigint = ANY($2)`,
      [type, ids],
    )
  ).length;

async function aTable(admin: Person) {
  const rows = Array.from({ length: ROWS }, () => aRow());
  const importId = await uploaded(admin, (await aSchool()).id, tableOf(rows));
  const { previewHash } = await previewed(admin, importId);
  return { rows, wish: { importId, previewHash, choices: [] } };
}

async function anImport(admin: Person) {
  const rows = Array.from({ length: ROWS }, () => aRow());
  const { importId } = await imported(admin, (await aSchool()).id, rows);
  const ids = await onRecord(rows);
  const kept = ids[0] as number;
  await grantedLots(kept, [{ credits: 1 }]);
  return { rows, importId, ids, kept };
}

/** Kill -9 at every marked step of an import of students, and of its undo. */
export function importKills(hurt: () => HurtPortal): void {
  test('F1: identity that dies at a step or row of an import adds each student once', async () => {
    const admin = await signedInStaff('ROLE_ADMIN');
    await killedEverywhere(hurt(), {
      steps: /^identity importStudents/,
      atLeast: 5,
      prepare: () => aTable(admin),
      act: async ({ wish }) => {
        const result = ImportResult.parse(await ran(admin, importStudents, wish));
        expect(result).toMatchObject({ added: ROWS, skipped: 0, failed: 0 });
      },
      expectDoneOnce: async ({ rows }, mark) => {
        const ids = await onRecord(rows);
        const announced = await announcementsOf('identity.student_added', ids);
        expect([mark, ids.length, announced]).toEqual([mark, ROWS, ROWS]);
      },
    });
  });

  test('F1: services that die during an undo remove each unused student once', async () => {
    const admin = await signedInStaff('ROLE_ADMIN');
    await killedEverywhere(hurt(), {
      steps: /^identity undoImport/,
      atLeast: 8,
      prepare: () => anImport(admin),
      act: async ({ importId, kept }) => {
        const result = UndoResult.parse(await ran(admin, undoImport, { importId }));
        expect(result).toMatchObject({ removed: ROWS - 1, kept: [{ studentId: kept }] });
      },
      expectDoneOnce: async ({ rows, ids, kept }, mark) => {
        const announced = await announcementsOf('identity.student_removed', ids);
        expect([mark, await onRecord(rows), announced]).toEqual([mark, [kept], ROWS - 1]);
        // the other services receive it, and close no student who stays
        for (const service of ['payments', 'registration'] as const)
          await until(
            () =>
              sql<{ id: string; closed_at: Date | null }>(
                service,
                'SELECT id, closed_at FROM student_copy WHERE id = ANY($1)',
                [ids],
              ),
            (rows) => rows.every(({ id, closed_at: at }) => Number(id) === kept && at === null),
            60,
          );
        await grantedLots(kept, [{ credits: 1 }]);
      },
    });
  });
}
