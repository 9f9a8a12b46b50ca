import { expect, test } from '@jest/globals';
import type { Actor } from '@portal/kit/auth/actor';
import { undoRefusal } from './undo-rule.ts';

const startedAt = new Date('2026-11-26T10:00:00Z');
const run = { uploadedById: 7, startedAt, finishedAt: startedAt, undoId: null, undoneAt: null };
const actor = (id: number, role: string): Actor =>
  ({ kind: 'staff', id, name: 'x', roles: [role], via: 'bff' }) as Actor;
const own = actor(7, 'ROLE_ADMIN');

test.each([
  ['by whoever ran it', run, own, '2026-11-27T10:00:00Z', null],
  ['by another admin', run, actor(8, 'ROLE_ADMIN'), '2026-11-26T11:00:00Z', 'import_not_found'],
  ['by a super admin', run, actor(8, 'ROLE_SUPER_ADMIN'), '2026-11-26T11:00:00Z', null],
  ['a day later', run, own, '2026-11-27T10:00:01Z', 'undo_over'],
  ['while it runs', { ...run, finishedAt: null }, own, '2026-11-26T11:00:00Z', 'import_running'],
  ['before it ran', { ...run, startedAt: null }, own, '2026-11-26T11:00:00Z', 'import_not_found'],
  ['while it is undone', { ...run, undoId: 'x' }, own, '2026-11-26T11:00:00Z', 'already_undone'],
  [
    'after it was undone',
    { ...run, undoId: 'x', undoneAt: startedAt },
    own,
    '2026-11-28T11:00:00Z',
    'already_undone',
  ],
] as const)('an import undone %s', (_, made, who, now, code) => {
  expect(undoRefusal(made, who, new Date(now))?.code ?? null).toBe(code);
});
