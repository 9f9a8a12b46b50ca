import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '@portal/kit/testing';
import { aStudent, someLists } from '../../testing.ts';
import { stateOf as stateOfBlanking } from '../blanking/blanking-rules.ts';
import { insertBlanking } from '../blanking/blanking-store.ts';
import { listRequests, type WantedRequests } from './list-requests.ts';
import { stateOf } from './request-rules.ts';
import { insertRequest, noteReady } from './request-store.ts';

let db: TestDatabase;
const now = new Date('2026-11-20T15:00:00Z');
const inHours = (hours: number): Date => new Date(now.getTime() + hours * 3_600_000);

/** Exports of every age, to the millisecond of their end, and blankings of every state. */
beforeAll(async () => {
  db = await freshDatabase('identity');
  await someLists(db);
  const newRequest = async () => {
    const { id: studentId } = await aStudent(db);
    return { id: randomUUID(), studentId, askedById: 1, askedBy: 'ruth' };
  };
  for (const until of [null, inHours(1), now, inHours(-1)]) {
    const request = { ...(await newRequest()), reason: 'Requested', askedAt: inHours(-2) };
    await insertRequest(db, request);
    if (until) await noteReady(db, request.id, inHours(-2), until);
  }
  for (const [withdrawnAt, begunAt, doneAt] of [
    [null, null, null],
    [inHours(-1), null, null],
    [null, inHours(-1), null],
    [null, inHours(-2), inHours(-1)],
  ] as const) {
    const blanking = { ...(await newRequest()), reason: 'By letter', askedAt: inHours(-3) };
    await insertBlanking(db, { ...blanking, blankOn: now, barId: null });
    await db.run`
      UPDATE blanking SET withdrawn_at = ${withdrawnAt}::timestamptz,
        withdrawn_by = CASE WHEN ${withdrawnAt}::timestamptz IS NULL THEN NULL ELSE 'ruth' END,
        begun_at = ${begunAt}::timestamptz, done_at = ${doneAt}::timestamptz
      WHERE id = ${blanking.id}`;
  }
});
afterAll(() => db.drop());

const list = (wanted: Partial<WantedRequests> = {}) =>
  listRequests(db, { offset: 0, limit: 50, kind: null, state: null, ...wanted }, now);
const ruled = (row: Awaited<ReturnType<typeof list>>['rows'][number]): string =>
  row.kind === 'export' ? stateOf(row, now) : stateOfBlanking(row);

test.each(['preparing', 'ready', 'expired', 'waiting', 'withdrawn', 'running', 'done'])(
  'those that are %s by the rule are listed and counted, and no others',
  async (state) => {
    const all = await list();
    const wanted = all.rows.filter((row) => ruled(row) === state);
    expect(wanted.length).toBeGreaterThan(0);
    expect(await list({ state })).toEqual({ rows: wanted, total: wanted.length });
  },
);

test.each(['export', 'blanking'])('of kind %s half of all are listed and counted', async (kind) => {
  const { rows, total } = await list({ kind });
  expect(rows.map((row) => row.kind)).toEqual([kind, kind, kind, kind]);
  expect(total).toBe(4);
});

test('an unknown state matches no request', async () => {
  expect(await list({ kind: 'export', state: 'waiting' })).toEqual({ rows: [], total: 0 });
  expect(await list({ state: 'lost' })).toEqual({ rows: [], total: 0 });
});

test('a page of those that fit goes on where the page before ended', async () => {
  const { rows } = await list({ state: 'expired' });
  const second = await list({ state: 'expired', offset: 1, limit: 1 });
  expect(second).toEqual({ rows: rows.slice(1), total: 2 });
});
