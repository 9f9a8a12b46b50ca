import { expect, test } from '@jest/globals';
import { fingerprintOf } from '@portal/kit/files/upload-preview';
import { aTable } from '@portal/kit/testing/files/a-table';
import { paper as aPaper } from '../../../testing/known-paper.ts';
import { readBatchRows } from '../batch-file/batch-rows.ts';
import { previewRows } from './batch-preview.ts';
import { checkBatch, type KnownPaper } from './check-batch.ts';

const TODAY = '2026-11-21';
const paper = (id: number, more: Partial<KnownPaper> = {}) => aPaper({ id, ...more });
const head = 'registration_id,batch_id,grade,grade_comment'.split(',');
function preview(papers: KnownPaper[], ...rows: string[]) {
  const table = readBatchRows(aTable([head, ...rows.map((row) => row.split(','))]), TODAY);
  return previewRows(table, checkBatch(table.rows, papers, new Map(), TODAY));
}
const none = { changes: [], problem: null };

test('each row shows its changes in words, or its error, in the order of the file', () => {
  const over = { status: 'taken', paperExamUploaded: true, batchId: 3 } as const;
  const papers = [paper(11), paper(12), paper(13, over), paper(14, over), paper(15, over)];
  papers.push(paper(16, { status: 'taken' }));
  expect(
    preview(
      papers,
      '11,,88,Pass',
      '9,,,',
      '12,7,,',
      '13,,,Fail',
      '14,,,',
      '15,,elevenletters,Pass',
      '16,,,',
      '11,,,',
    ),
  ).toEqual([
    {
      place: 'row 2',
      outcome: 'graded',
      registrationId: 11,
      problem: null,
      changes: ['Taken 11/10/2026', 'Back 11/21/2026', 'Grade 88, Pass', 'New batch'],
    },
    {
      place: 'row 3',
      outcome: 'wrong',
      registrationId: 9,
      changes: [],
      problem: 'Registration not found.',
    },
    {
      place: 'row 4',
      outcome: 'taken',
      registrationId: 12,
      problem: null,
      changes: ['Taken 11/10/2026', 'Back 11/21/2026', 'Batch 7'],
    },
    {
      place: 'row 5',
      outcome: 'graded',
      registrationId: 13,
      problem: null,
      changes: ['Grade Fail'],
    },
    { place: 'row 6', outcome: 'unchanged', registrationId: 14, ...none },
    {
      place: 'row 7',
      outcome: 'wrong',
      registrationId: null,
      changes: [],
      problem: 'grade: At most 10 characters',
    },
    {
      place: 'row 8',
      outcome: 'updated',
      registrationId: 16,
      problem: null,
      changes: ['Back 11/21/2026', 'New batch'],
    },
    {
      place: 'row 9',
      outcome: 'wrong',
      registrationId: 11,
      changes: [],
      problem: 'This row stands twice.',
    },
  ]);
});

test('a changed record has another fingerprint, an unchanged one the same', () => {
  const shown = fingerprintOf(preview([paper(11)], '11,,88,Pass'));
  expect(fingerprintOf(preview([paper(11)], '11,,88,Pass'))).toBe(shown);
  const meanwhile = { status: 'taken', batchId: 3, paperExamUploaded: true } as const;
  expect(fingerprintOf(preview([paper(11, meanwhile)], '11,,88,Pass'))).not.toBe(shown);
});
