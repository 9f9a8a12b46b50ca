import { expect, test } from '@jest/globals';
import { type TranscriptFacts, transcriptBlocks, type VendorGroup } from './blocks.ts';

const passed = { result: 'Pass', takenDate: '2026-05-01' };
const pending = { result: 'Pending', takenDate: '2026-11-01' };
const notTaken = { result: 'Pending', takenDate: null };
const none = { result: 'N/A', takenDate: null };
const fine: TranscriptFacts = {
  results: [passed],
  request: 'answered',
  collegeName: 'Touro',
  hasUnredeemedExams: false,
  pendingOverride: false,
};
const codes = (group: VendorGroup, facts: Partial<TranscriptFacts>) =>
  transcriptBlocks(group, { ...fine, ...facts }).map(({ code }) => code);

test.each<[string, Partial<TranscriptFacts>, string[], string[]]>([
  ['nothing', {}, [], []],
  ['no college', { collegeName: null }, ['no_college'], ['no_college']],
  ['undecided', { collegeName: ' UNDECIDED ' }, ['no_college'], ['no_college']],
  ['seminary exams', { hasUnredeemedExams: true }, ['unredeemed_seminary'], []],
  ['a pending grade', { results: [passed, pending] }, ['pending_grades'], []],
  ['override', { results: [passed, pending], pendingOverride: true }, [], []],
  ['only pending, override', { results: [pending], pendingOverride: true }, ['no_exams'], []],
  ['a course not finished', { results: [notTaken] }, ['pending_grades'], ['no_exams']],
  ['no exams', { results: [] }, ['no_exams'], ['no_exams']],
  ['only N/A', { results: [none] }, ['no_exams'], ['no_exams']],
  ['vendor away', { results: [], request: 'failed' }, [], []],
  ['no id', { request: 'missing' }, ['tal_id_missing'], ['wrong_assigned_id']],
  [
    'no id, no exams',
    { request: 'missing', results: [] },
    ['tal_id_missing', 'no_exams'],
    ['no_exams'],
  ],
  [
    'an id that is not known',
    { request: 'unknown', results: [] },
    ['no_exams'],
    ['wrong_assigned_id', 'no_exams'],
  ],
  [
    'all at once',
    { request: 'missing', results: [pending, none], collegeName: null, hasUnredeemedExams: true },
    ['no_college', 'unredeemed_seminary', 'pending_grades', 'tal_id_missing'],
    ['no_college', 'wrong_assigned_id'],
  ],
])('%s', (_name, facts, tal, coopersmith) => {
  expect(codes('tal_cis', facts)).toEqual(tal);
  expect(codes('coopersmith', facts)).toEqual(coopersmith);
});

test('a failed exam is an exam that was taken, and only pending grades can be left off', () => {
  const failed = { result: 'Fail', takenDate: '2026-05-01' };
  expect(codes('tal_cis', { results: [failed] })).toEqual([]);
  const all = transcriptBlocks('tal_cis', {
    ...fine,
    results: [pending],
    collegeName: null,
    hasUnredeemedExams: true,
  });
  expect(all.filter(({ overridable }) => overridable).map(({ text }) => text)).toEqual([
    'There are pending grades',
  ]);
});
