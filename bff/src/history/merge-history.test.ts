import { expect, test } from '@jest/globals';
import { type AuditService, auditServices } from '@portal/contract/students/history';
import { HistoryEntry } from '@portal/proto/portal/activity/v1/activity';
import { mergeHistory, pageAfter, readPlace } from './merge-history.ts';

const aRow = (id: number, minute: number, more: Partial<HistoryEntry> = {}) =>
  HistoryEntry.fromPartial({
    id,
    actorKind: 'staff',
    actorName: 'rivka',
    op: 'update',
    table: 'charge',
    rowId: '9',
    text: 'phone: 1 → 2',
    at: new Date(Date.UTC(2026, 2, 2, 15, minute)),
    ...more,
  });

test('rows of all services stand newest first, of one instant service by service', () => {
  const { entries, next } = mergeHistory(
    [
      { service: 'payments', entries: [aRow(8, 5), aRow(7, 3)] },
      { service: 'identity', entries: [aRow(2, 5), aRow(1, 5)] },
    ],
    { email: '', limit: 10 },
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
])('names the actor of an entry of a %s: by %s, %s', (actorKind, who, loginname) => {
  const lists = [{ service: 'identity' as const, entries: [aRow(1, 1, { actorKind })] }];
  expect(mergeHistory(lists, { email: 'dana@student.test', limit: 10 }).entries).toMatchObject([
    { who, loginname },
  ]);
});

test('an entry shows its network address, or nothing', () => {
  const rows = [aRow(2, 2, { origin: '203.0.113.7' }), aRow(1, 1)];
  const lists = [{ service: 'payments' as const, entries: rows }];
  const { entries } = mergeHistory(lists, { email: '', limit: 10 });
  expect(entries.map(({ origin }) => origin)).toEqual(['203.0.113.7', null]);
});

test('a student whose address is not known is the student', () => {
  const entries = [aRow(1, 1, { actorKind: 'student', actorName: 'student 12' })];
  const lists = [{ service: 'payments' as const, entries }];
  const [one] = mergeHistory(lists, { email: '', limit: 10 }).entries;
  expect(one?.loginname).toBe('the student');
});

test('rows of one service keep their order at any times', () => {
  const lists = [
    { service: 'identity' as const, entries: [aRow(3, 4), aRow(2, 6), aRow(1, 5)] },
    { service: 'payments' as const, entries: [aRow(9, 5), aRow(8, 7)] },
  ];
  const { entries } = mergeHistory(lists, { email: '', limit: 10 });
  expect(entries.map(({ id }) => id)).toEqual([
    'payments-9',
    'payments-8',
    'identity-3',
    'identity-2',
    'identity-1',
  ]);
});

test('a place of the release before names one service; the others go on by the time', () => {
  const place = readPlace('2026-03-02T15:05:00.000Z,payments,8');
  const at = new Date('2026-03-02T15:05:00.000Z');
  expect(pageAfter('payments', place)).toEqual({ beforeAt: at, beforeId: 8, belowId: 8 });
  expect(pageAfter('schools', place)).toEqual({
    beforeAt: at,
    beforeId: Number.MAX_SAFE_INTEGER,
    belowId: 0,
  });
});

/** The rows of a service after a place, as its statement selects them. */
function pageOf(rows: readonly HistoryEntry[], page: ReturnType<typeof pageAfter> | null) {
  const isBelow = ({ at, id }: HistoryEntry) => {
    if (!page) return true;
    if (page.belowId > 0) return id < page.belowId;
    return (at as Date) <= (page.beforeAt as Date);
  };
  return rows.filter(isBelow).sort((a, b) => b.id - a.id);
}

test.each([1, 2, 3, 5])('pages of %i rows lose none and repeat none', (limit) => {
  const rowsOf = new Map<AuditService, HistoryEntry[]>(
    auditServices.map((service, index) => [
      service,
      Array.from({ length: 1 + (index % 4) }, (_, id) => aRow(id + 1, (id * 3 + index) % 4)),
    ]),
  );
  const all = [...rowsOf].map(([service, rows]) => ({ service, entries: pageOf(rows, null) }));
  const whole = mergeHistory(all, { email: '', limit: 100 });
  const got: string[] = [];
  let before: string | null = null;
  do {
    const place = before === null ? undefined : readPlace(before);
    const lists = [...rowsOf].map(([service, rows]) => ({
      service,
      entries: pageOf(rows, place ? pageAfter(service, place) : null).slice(0, limit + 1),
    }));
    const page: ReturnType<typeof mergeHistory> = mergeHistory(lists, {
      email: '',
      limit,
      before: place,
    });
    got.push(...page.entries.map(({ id }) => id));
    before = page.next;
  } while (before !== null);
  expect(got).toEqual(whole.entries.map(({ id }) => id));
});
