import { expect, test } from '@jest/globals';
import type { Exam } from '../exams/exam.ts';
import { anExam } from '../testing.ts';
import type { TableRow } from './import-row.ts';
import { type ExamFacts, planExams } from './plan-exams.ts';

const exam = (id: number, about: Partial<Exam> = {}): Exam => ({
  ...anExam({ subject: `Exam ${id}`, secularNumber: `E-${id}` }),
  id,
  vendorName: 'TAL',
  vendorFullname: 'TAL',
  version: 1,
  studyMaterials: [],
  ...about,
});
const facts = (exams: Exam[], open: [number, number][] = []): ExamFacts => ({
  exams,
  vendors: [
    { id: 1, name: 'TAL', active: true },
    { id: 3, name: 'CCC', active: true },
    { id: 5, name: 'OLD', active: false },
  ],
  open: new Map(open),
});
const table = (...rows: Record<string, string>[]): TableRow[] =>
  rows.map((cells, at) => ({ row: at + 2, cells: new Map(Object.entries(cells)) }));
const planned = (known: ExamFacts, ...rows: Record<string, string>[]) =>
  planExams(table(...rows), known).map(({ what, id, text, changes }) => ({
    what,
    id,
    ...(what === 'error' ? { text } : {}),
    ...(changes.length > 0 ? { changes: changes.map(({ field, to }) => [field, to]) } : {}),
  }));

test('a row changes the fields of its columns, and no others', () => {
  const known = facts([exam(1, { alt1: 'Also', credits: 3 })]);
  expect(planned(known, { id: '1', credits: '4', alt1: '' })).toEqual([
    {
      what: 'change',
      id: 1,
      changes: [
        ['alt1', ''],
        ['credits', '4'],
      ],
    },
  ]);
  expect(planned(known, { id: '1', credits: '3' })).toEqual([{ what: 'same', id: 1 }]);
});

test('without an id, vendor and code select the exam, in any case', () => {
  const known = facts([exam(1), exam(2, { vendorId: 3, vendorName: 'CCC', secularNumber: 'E-1' })]);
  expect(planned(known, { vendor: 'ccc', secularNumber: 'e-1', credits: '5' })).toMatchObject([
    { what: 'change', id: 2 },
  ]);
});

test('a code that only retired exams have means the newest of them, which stays retired', () => {
  const old = { secularNumber: 'E-1', active: false };
  const row = { vendor: 'TAL', secularNumber: 'E-1', alt1: 'Also' };
  expect(planned(facts([exam(3, old), exam(2, old)]), row)).toEqual([
    { what: 'change', id: 3, changes: [['alt1', 'Also']] },
  ]);
  expect(planned(facts([exam(1), exam(2, old)]), row)).toMatchObject([{ what: 'change', id: 1 }]);
});

test('adds an unknown exam, and retires one that is not active', () => {
  const known = facts([exam(1)]);
  const fresh = {
    vendor: 'TAL',
    secularNumber: 'N-1',
    subject: 'New',
    credits: '3',
    durationMinutes: '90',
    active: 'yes',
  };
  expect(planned(known, fresh, { id: '1', active: 'No' })).toMatchObject([
    { what: 'add', id: null },
    { what: 'retire', id: 1, changes: [['active', 'No']] },
  ]);
});

test.each<[string, Record<string, string>[], RegExp]>([
  ['an id that is none', [{ id: '99' }], /no such exam/],
  ['an exam that stands there twice', [{ id: '1' }, { id: '1' }], /twice/],
  ['a vendor that is none', [{ id: '1', vendor: 'XYZ' }], /XYZ is no vendor/],
  ['no vendor at all', [{ id: '1', vendor: '' }], /vendor: Please name one/],
  ['a vendor that retired', [{ id: '1', vendor: 'OLD' }], /Vendor invalid/],
  ['a number that is none', [{ id: '1', credits: '3.5' }], /credits: Must be a whole number/],
  ['too many credits', [{ id: '1', credits: '13' }], /Credits invalid/],
  ['a flag that is none', [{ id: '1', active: 'maybe' }], /active: Must be Yes or No/],
  ['requirements that are no numbers', [{ id: '1', requiredExamIds: 'x' }], /numbers of exams/],
  ['a requirement that is not there', [{ id: '1', requiredExamIds: '99' }], /does not exist/],
  ['a circle', [{ id: '1', requiredExamIds: '2' }], /cannot require itself/],
  ['a code that another exam has', [{ id: '1', secularNumber: 'e-2' }], /already has an exam/],
  ['a new exam without credits', [{ vendor: 'TAL', secularNumber: 'N', subject: 'N' }], /invalid/],
  ['what students bought', [{ id: '2', credits: '5' }], /4 students are registered/],
])('%s is an error of its row', (_what, rows, text) => {
  const known = facts([exam(1), exam(2, { requiredExamIds: [1] })], [[2, 4]]);
  const last = planned(known, ...rows).at(-1);
  expect(last).toMatchObject({ what: 'error', text: expect.stringMatching(text) });
});

test('a code goes from one exam to another in one table', () => {
  const known = facts([exam(1), exam(2)]);
  expect(
    planned(known, { id: '1', secularNumber: 'E-9' }, { id: '2', secularNumber: 'E-1' }),
  ).toMatchObject([{ what: 'change' }, { what: 'change' }]);
  expect(
    planned(known, { id: '2', secularNumber: 'E-9' }, { id: '1', secularNumber: 'E-9' }),
  ).toMatchObject([{ what: 'error' }, { what: 'error' }]);
});
