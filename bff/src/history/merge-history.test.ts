import { expect, test } from '@jest/globals';
import { type AuditService, auditServices } from '@portal/contract/students/history';
import { HistoryEntry } from '@portal/proto/portal/activity/v1/activity';
import { mergeHistory, placeIn, readPlace } from './merge-history.ts';

const aRow = (id: number, minute: number, more: Partial<HistoryEntry> = {}) =>
  HistoryEntry.fromPartial({
    ...{ id, actorKind: 'staff', actorName: 'rivka', op: 'update', table: 'charge', rowId: '9' },
    ...{ text: 'phone: 1 → 2', at: new Date(Date.UTC(2026, 2, 2, 15, minute)) },
    ...more,
  });

test('rows of all services stand newest first, of one instant service by service', () => {
  const { entries, next } = mergeHistory(
    [
      { service: 'payments', entries: [aRow(8, 5), aRow(7, 3)] },
      { service: 'identity', entries: [aRow(2, 5), aRow(1, 5)] },
    ],
    '',
    10,
  );
  expect(entries.map(({ id }) => id)).toEqual([
    'identity-2',
    'identity-1',
    'payments-8',
    'payments-7',
  ]);
  expect(next).toBeNull();
});

test.each([
  ['staff', 'staff', 'rivka'],
  ['student', 'student', 'dana@student.test'],
  ['public', 'student', 'not signed in'],
  ['service', 'system', 'system'],
])('what a %s did, is said to be done by %s, %s', (actorKind, who, loginname) => {
  const told = [{ service: 'identity' as const, entries: [aRow(1, 1, { actorKind })] }];
  expect(mergeHistory(told, 'dana@student.test', 10).entries).toMatchObject([{ who, loginname }]);
});

test('where it was done from stands beside it, or nothing', () => {
  const rows = [aRow(2, 2, { origin: '203.0.113.7' }), aRow(1, 1)];
  const { entries } = mergeHistory([{ service: 'payments', entries: rows }], '', 10);
  expect(entries.map(({ origin }) => origin)).toEqual(['203.0.113.7', null]);
});

test('a student whose address is not known is the student', () => {
  const entries = [aRow(1, 1, { actorKind: 'student', actorName: 'student 12' })];
  const [one] = mergeHistory([{ service: 'payments', entries }], '', 10).entries;
  expect(one?.loginname).toBe('the student');
});

/** What a service gives before a place, as its statement does. */
function pageOf(rows: readonly HistoryEntry[], place: ReturnType<typeof placeIn> | null) {
  const isBefore = ({ at, id }: HistoryEntry) => {
    if (!place) return true;
    const further = (at as Date).getTime() - place.beforeAt.getTime();
    return further < 0 || (further === 0 && id < place.beforeId);
  };
  return rows
    .filter(isBefore)
    .sort((a, b) => (b.at as Date).getTime() - (a.at as Date).getTime() || b.id - a.id);
}

test.each([1, 2, 3, 5])('pages of %i rows lose none and tell none twice', (most) => {
  const rowsOf = new Map<AuditService, HistoryEntry[]>(
    auditServices.map((service, index) => [
      service,
      Array.from({ length: 1 + (index % 4) }, (_, id) => aRow(id + 1, id % 2)),
    ]),
  );
  const got: string[] = [];
  let before: string | null = null;
  do {
    const place = before === null ? null : readPlace(before);
    const told = [...rowsOf].map(([service, rows]) => ({
      service,
      entries: pageOf(rows, place && placeIn(service, place)).slice(0, most + 1),
    }));
    const page: ReturnType<typeof mergeHistory> = mergeHistory(told, '', most);
    got.push(...page.entries.map(({ id }) => id));
    before = page.next;
  } while (before !== null);
  const all = [...rowsOf].flatMap(([service, rows]) => rows.map(({ id }) => `${service}-${id}`));
  expect(new Set(got).size).toBe(got.length);
  expect([...got].sort()).toEqual([...all].sort());
});
