import { expect, test } from '@jest/globals';
import type { EarlierImport } from './api.ts';
import { schoolsOf, shownImports } from './earlier-filter.ts';

const anImport = (schoolName: string, about: Partial<EarlierImport> = {}): EarlierImport => ({
  importId: crypto.randomUUID(),
  runId: crypto.randomUUID(),
  fileName: 'students.csv',
  schoolName,
  by: 'Test Staff',
  at: '2026-11-01T15:00:00Z',
  added: 3,
  undoUntil: '2026-11-02T15:00:00Z',
  undoneAt: null,
  mayUndo: false,
  ...about,
});
const fresh = anImport('Bais Rivka', { mayUndo: true });
const undone = anImport('Bais Rivka', { undoneAt: '2026-11-01T16:00:00Z' });
const other = anImport('Ateres');
const all = [fresh, undone, other];

test.each([
  { school: undefined, state: undefined, shown: all },
  { school: 'Bais Rivka', state: undefined, shown: [fresh, undone] },
  { school: undefined, state: 'undoable', shown: [fresh] },
  { school: undefined, state: 'undone', shown: [undone] },
  { school: 'Ateres', state: 'undone', shown: [] },
  { school: 'No such school', state: undefined, shown: [] },
] as const)('of school $school and state $state', ({ school, state, shown }) => {
  expect(shownImports(all, { school, state })).toEqual(shown);
});

test('each school is there to choose once, by name', () => {
  expect(schoolsOf(all)).toEqual([
    { value: 'Ateres', label: 'Ateres' },
    { value: 'Bais Rivka', label: 'Bais Rivka' },
  ]);
});
