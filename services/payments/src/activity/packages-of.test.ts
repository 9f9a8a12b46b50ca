import { expect, test } from '@jest/globals';
import type { AuditRow } from '@portal/kit/history/activity';
import { packagesOf } from './packages-of.ts';

const aRow = (rowId: string, change: unknown): AuditRow => ({
  at: new Date(0),
  actorKind: 'staff',
  actorName: 'rivka',
  op: 'action',
  tableName: 'package',
  rowId,
  change,
});

test('credits that moved for a registration tell of the packages they came from', () => {
  const lots = [
    { lotId: 4, credits: 2 },
    { lotId: 5, credits: 1 },
  ];
  expect(packagesOf(aRow('9001', { spent: 3, exam: 101, lots }))).toEqual([4, 5]);
});

test('everything else tells of the package itself', () => {
  expect(packagesOf(aRow('4', { source: 'assigned', credits: 6 }))).toEqual([4]);
});
