import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { inTransaction } from '../commands/command.ts';
import {
  asPublic,
  asService,
  asStaff,
  asStudent,
  freshDatabase,
  type TestDatabase,
} from '../testing.ts';
import { listActivity, ownRecord } from './list-activity.ts';
import { listOfficeHistory, listStudentHistory } from './list-history.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('kit');
});
afterAll(() => db.drop());

const everything = {
  beforeAt: undefined,
  beforeId: 0,
  belowId: 0,
  tables: [],
  actorKinds: [],
  from: '',
  to: '',
  actorName: '',
};
const NOON = new Date('2026-03-02T17:00:00Z');

/** Leaves a row of the audit for each of these texts, all of one instant. */
async function left(
  studentId: number,
  texts: readonly string[],
  { now = NOON, table = 'registration', as = asStaff(db, []) } = {},
) {
  await inTransaction({ ...as, now }, 'left', async (tx) => {
    for (const text of texts) tx.audit({ op: 'action', table, id: 9, studentId, change: { text } });
  });
}
const textsOf = async (studentId: number, filter: object = {}) =>
  (
    await listStudentHistory(db, { studentId, filter: { ...everything, limit: 50, ...filter } })
  ).map(({ text }) => text.replace('text: ', ''));

test('lists concurrent changes in the order in which they committed, page by page', async () => {
  // each request waits for the row's lock, so the one that came first can be the last to change it
  await left(11, ['first change'], { now: new Date(NOON.getTime() + 2) });
  await left(11, ['second change'], { now: NOON });
  await left(11, ['last change'], { now: new Date(NOON.getTime() + 1) });
  const order = ['last change', 'second change', 'first change'];
  expect(await textsOf(11)).toEqual(order);
  const activities = await listActivity(db, 'registration', [11], ownRecord);
  expect(activities.map(({ text }) => text.replace('text: ', ''))).toEqual(order);
  const office = await listOfficeHistory(db, { filter: { ...everything, limit: 3 } });
  expect(office.map(({ text }) => text.replace('text: ', ''))).toEqual(order);

  const [newest] = await listStudentHistory(db, {
    studentId: 11,
    filter: { ...everything, limit: 1 },
  });
  expect(await textsOf(11, { belowId: newest?.id, beforeAt: newest?.at })).toEqual(order.slice(1));
});

test('pages end in the middle of an instant and lose nothing', async () => {
  const texts = Array.from({ length: 7 }, (_, index) => `one ${index}`);
  await left(1, ['before'], { now: new Date(NOON.getTime() - 1) });
  await left(1, texts);
  await left(2, ['of another student']);
  const got: string[] = [];
  let place = {};
  for (;;) {
    const page = await listStudentHistory(db, {
      studentId: 1,
      filter: { ...everything, limit: 3, ...place },
    });
    got.push(...page.map(({ text }) => text.replace('text: ', '')));
    const last = page.at(-1);
    if (!last || page.length < 3) break;
    place = { belowId: last.id };
  }
  expect(got).toEqual([...texts.toReversed(), 'before']);
});

test('goes on from the time and id that a BFF of the release before sends', async () => {
  await left(12, ['one', 'two', 'three']);
  const [first] = await listStudentHistory(db, { studentId: 12 });
  expect(await textsOf(12, { beforeAt: first?.at, beforeId: first?.id })).toEqual(['two', 'one']);
});

test('a row has actor, time, record and change, and no secrets', async () => {
  await inTransaction({ ...asStudent(db, 3), now: NOON }, 'edited', async (tx) => {
    const change = { city: ['Monsey', 'Lakewood'], last4Ssn: ['1234', '4321'] };
    tx.audit({ op: 'update', table: 'student', id: 3, studentId: 3, change });
  });
  expect(await listStudentHistory(db, { studentId: 3 })).toEqual([
    {
      id: expect.any(Number),
      at: NOON,
      actorKind: 'student',
      actorName: 'student 3',
      op: 'update',
      table: 'student',
      rowId: '3',
      studentId: 3,
      text: 'city: Monsey → Lakewood\nlast4 ssn: changed',
    },
  ]);
});

test('a row says from where a person did it; a service did it from nowhere', async () => {
  for (const as of [asStaff(db, []), asService(db, 'payments')])
    await inTransaction({ ...as, origin: '203.0.113.7' }, 'done', async (tx) => {
      tx.audit({ op: 'action', table: 'charge', id: 9, studentId: 6, change: {} });
    });
  const rows = await listStudentHistory(db, { studentId: 6 });
  expect(rows.map(({ actorKind, origin }) => [actorKind, origin])).toEqual(
    expect.arrayContaining([
      ['service', undefined],
      ['staff', '203.0.113.7'],
    ]),
  );
});

test('filters by kinds of records, actor and days of New York', async () => {
  const lateOnTheFirst = new Date('2026-03-02T04:59:59.999Z');
  const earlyOnTheSecond = new Date('2026-03-02T05:00:00Z');
  await left(4, ['late'], { now: lateOnTheFirst, table: 'charge' });
  await left(4, ['early'], { now: earlyOnTheSecond, as: asStudent(db, 4) });
  await left(4, ['system'], { as: asService(db, 'payments') });
  await left(4, ['nobody'], { as: asPublic(db), now: new Date('2026-03-03T05:00:00Z') });
  expect(await textsOf(4)).toEqual(['nobody', 'system', 'early', 'late']);
  expect(await textsOf(4, { tables: ['charge', 'card'] })).toEqual(['late']);
  expect(await textsOf(4, { actorKinds: ['student', 'public'] })).toEqual(['nobody', 'early']);
  expect(await textsOf(4, { from: '2026-03-02', to: '2026-03-02' })).toEqual(['system', 'early']);
  expect(await textsOf(4, { to: '2026-03-01' })).toEqual(['late']);
  expect(await textsOf(5)).toEqual([]);
});

test('the office reads what all did, or one login name, page by page', async () => {
  const now = new Date('2026-04-02T17:00:00Z');
  await left(7, ['of 7', 'also of 7'], { now });
  await left(8, ['of 8'], {
    now,
    as: { ...asStaff(db, []), actor: { ...asStaff(db, []).actor, name: 'miriam' } },
  });
  const day = { from: '2026-04-02', to: '2026-04-02' };
  const ask = async (filter: object) =>
    listOfficeHistory(db, { filter: { ...everything, ...day, limit: 2, ...filter } });
  const first = await ask({});
  expect(first.map(({ studentId, text }) => [studentId, text])).toEqual([
    [8, 'text: of 8'],
    [7, 'text: also of 7'],
  ]);
  const last = first.at(-1);
  const rest = await ask({ beforeAt: last?.at, beforeId: last?.id });
  expect(rest.map(({ text }) => text)).toEqual(['text: of 7']);
  expect((await ask({ actorName: 'miriam' })).map(({ studentId }) => studentId)).toEqual([8]);
  expect(await ask({ actorName: 'miri' })).toEqual([]);
});
