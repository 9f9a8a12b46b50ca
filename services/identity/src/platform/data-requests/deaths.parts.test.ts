import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Process } from '@portal/kit/commands/process-definition';
import { rpcs } from '@portal/kit/grpc/rpc';
import { shared } from '@portal/kit/grpc/shared-contracts';
import { steadyNow } from '@portal/kit/steady-clock';
import {
  asService,
  asStudent,
  diesAt,
  eventually,
  freshDatabase,
  serveInProcess,
  type TestDatabase,
} from '@portal/kit/testing';
import { aPassword, aStudent, someLists } from '../../testing.ts';
import { blankProcess } from '../blanking/blank-process.ts';
import { insertBlanking } from '../blanking/blanking-store.ts';
import { exportProcess } from './export-process.ts';

let db: TestDatabase;
let stops: (() => void)[] = [];
/** Owners that were called to blank, by their names. */
let blanked: string[] = [];
/** The reasons of payments against the blanking. */
let reasons: string[] = [];

const handlers = (service: string) => ({
  exportStudent: {
    handle: async () => ({ tables: [{ name: service, rows: '[{"id":1}]' }] }),
  },
  checkBlanking: {
    handle: async () => ({ reasons: service === 'payments' ? reasons : [], credits: 0 }),
  },
  blankStudent: {
    handle: async () => {
      blanked.push(service);
      return {};
    },
  },
});

beforeAll(async () => {
  db = await freshDatabase('identity');
  await someLists(db);
  stops = await Promise.all([
    serveInProcess('REGISTRATION_ADDR', [
      rpcs(shared.personalData.registration, handlers('registration')),
    ]),
    serveInProcess('PAYMENTS_ADDR', [rpcs(shared.personalData.payments, handlers('payments'))]),
    serveInProcess('SCHOOLS_ADDR', [rpcs(shared.personalData.schools, handlers('schools'))]),
    serveInProcess('SEMINARY_ADDR', [rpcs(shared.personalData.seminary, handlers('seminary'))]),
    serveInProcess('TRANSCRIPTS_ADDR', [
      rpcs(shared.personalData.transcripts, handlers('transcripts')),
    ]),
  ]);
});
afterAll(async () => {
  for (const stop of stops) stop();
  await db.drop();
});
beforeEach(() => {
  blanked = [];
});
afterEach(() => {
  reasons = [];
});

const owners = ['registration', 'payments', 'schools', 'seminary', 'transcripts'];
const everybody = ['identity', 'payments', 'registration', 'schools', 'seminary', 'transcripts'];

/** Another replica resumes the work of the dead one as soon as its lease has expired. */
const takenUp = (process: Process<never, unknown>) =>
  eventually(
    async () => {
      await db.run`
        UPDATE process SET lease_until = '-infinity', next_run_at = clock_timestamp()
        WHERE name = ${process.name} AND status = 'running'`;
      await process.resume(db);
      return db.maybe`
        SELECT 1 AS open FROM process WHERE name = ${process.name} AND status = 'running'`;
    },
    (open) => open === undefined,
  );

test.each([
  'exportStudent.begun.before',
  ...everybody.flatMap((service) => [
    `exportStudent.${service}.ran`,
    `exportStudent.${service}.after`,
  ]),
  'exportStudent.ready.before',
])('an export whose process dies at %s has every file once, and one email', async (mark) => {
  const { id } = await aStudent(db, {}, aPassword);
  const call = { ...asStudent(db, id), key: randomUUID() };
  await diesAt(mark, () => exportProcess.start(call, { studentId: id, reason: null }));
  await takenUp(exportProcess);
  const parts = await db.many<{ service: string }>`
    SELECT p.service FROM data_request r JOIN data_request_part p ON p.request_id = r.id
    WHERE r.student_id = ${id} AND r.ready_at IS NOT NULL ORDER BY p.service`;
  expect(parts.map(({ service }) => service)).toEqual(everybody);
  const mails = await db.many`
    SELECT 1 AS sent FROM mail m JOIN data_request r ON m.key = 'data-ready:' || r.id
    WHERE r.student_id = ${id}`;
  expect(mails).toHaveLength(1);
});

async function aBlanking(): Promise<{ id: number; blankingId: string }> {
  const { id } = await aStudent(db, {}, aPassword);
  const blankingId = randomUUID();
  const at = steadyNow();
  await insertBlanking(db, {
    id: blankingId,
    studentId: id,
    reason: 'Requested',
    askedById: 1,
    askedBy: 'ruth',
    askedAt: at,
    blankOn: at,
    barId: null,
  });
  return { id, blankingId };
}
const begun = (studentId: number, blankingId: string) =>
  blankProcess.start(
    { ...asService(db, 'identity'), key: randomUUID() },
    { blankingId, studentId, again: false },
  );

test.each([
  'blankStudent.check.before',
  'blankStudent.check.after',
  ...owners.flatMap((service) => [`blankStudent.${service}.ran`, `blankStudent.${service}.after`]),
  'blankStudent.identity.commit',
])('a blanking whose process dies at %s removes the person everywhere', async (mark) => {
  const { id, blankingId } = await aBlanking();
  await diesAt(mark, () => begun(id, blankingId));
  await takenUp(blankProcess);
  expect([...new Set(blanked)].sort()).toEqual([...owners].sort());
  const { firstName, isDone, accounts } = await db.one<{
    firstName: string;
    isDone: boolean;
    accounts: number;
  }>`
    SELECT s.first_name, b.done_at IS NOT NULL AS is_done,
      (SELECT count(*)::integer FROM student_account a WHERE a.student_id = s.id) AS accounts
    FROM student s JOIN blanking b ON b.student_id = s.id WHERE s.id = ${id}`;
  expect({ firstName, isDone, accounts }).toEqual({
    firstName: 'Removed',
    isDone: true,
    accounts: 0,
  });
});

test('a reason against it postpones a blanking, before anything is removed', async () => {
  reasons = ['A payment is not finished.'];
  const { id, blankingId } = await aBlanking();
  await expect(begun(id, blankingId)).rejects.toMatchObject({ code: 'cannot_blank' });
  expect(blanked).toEqual([]);
  expect(
    await db.one`
      SELECT begun_at, blank_on > clock_timestamp() + interval '50 minutes' AS is_put_off
      FROM blanking WHERE id = ${blankingId}`,
  ).toEqual({ begunAt: null, isPutOff: true });
});
