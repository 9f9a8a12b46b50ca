import { expect, test } from '@jest/globals';
import { type AuditRow, activitiesOf } from './activity.ts';
import { ownRecord } from './list-activity.ts';

const START = Date.UTC(2026, 2, 2, 15);
const aRow = (secondsAgo: number, more: Partial<AuditRow> = {}): AuditRow => ({
  at: new Date(START - secondsAgo * 1000),
  actorKind: 'staff',
  actorName: 'rivka',
  op: 'update',
  tableName: 'registration',
  rowId: '9',
  change: { phone: ['1', '2'] },
  ...more,
});
const counts = (rows: readonly AuditRow[]) =>
  activitiesOf(rows, ownRecord).map(({ recordId, count }) => [recordId, count]);

test('equal rows within a minute of the newest are one; later ones start a new entry', () => {
  expect(counts([aRow(0), aRow(30), aRow(60), aRow(61)])).toEqual([
    [9, 3],
    [9, 1],
  ]);
});

test('keeps the order of the rows, whatever their times are', () => {
  const rows = [aRow(30, { op: 'action' }), aRow(120), aRow(0, { op: 'action' }), aRow(0)];
  expect(activitiesOf(rows, ownRecord).map(({ op, count }) => [op, count])).toEqual([
    ['action', 2],
    ['update', 1],
    ['update', 1],
  ]);
});

test.each<[string, Partial<AuditRow>]>([
  ['person', { actorName: 'miriam' }],
  ['operation', { op: 'action' }],
  ['text', { change: { phone: ['1', '3'] } }],
  ['record', { rowId: '10' }],
])('rows of another %s are not one', (_what, more) => {
  expect(counts([aRow(0), aRow(1, more)])).toHaveLength(2);
});

test('equal rows with another between them are one all the same', () => {
  const rows = [aRow(0), aRow(1, { op: 'action' }), aRow(2)];
  expect(counts(rows)).toEqual([
    [9, 2],
    [9, 1],
  ]);
});

test('a record has its 200 newest, whatever others have', () => {
  const many = Array.from({ length: 205 }, (_, index) =>
    aRow(index, { change: { phone: ['1', String(index)] } }),
  );
  const [others, own] = [aRow(900, { rowId: '10' }), activitiesOf(many, ownRecord)];
  expect(own).toHaveLength(200);
  expect(own.at(-1)?.text).toBe('phone: 1 → 199');
  expect(counts([...many, others]).at(-1)).toEqual([10, 1]);
});

test('a row may be about several records, or none', () => {
  const rows = [aRow(0), aRow(1, { rowId: 'p1' })];
  expect(activitiesOf(rows, (row) => (row.rowId === '9' ? [1, 2] : []))).toMatchObject([
    { recordId: 1, loginName: 'rivka', table: 'registration' },
    { recordId: 2, count: 1 },
  ]);
  expect(counts([aRow(0, { rowId: '1,2' })])).toEqual([]);
});

test('names the system as the actor of a service', () => {
  const [one] = activitiesOf([aRow(0, { actorKind: 'service', actorName: 'payments' })], ownRecord);
  expect(one?.loginName).toBe('system');
});
