// An error that is beside data in a 200 answer, instead of replacing it, must not let a caller
// read what the error says they may not. Three things keep that so: kit refuses a call on one
// student before anything is read; staff of the office may read every row of their calls; all other
// calls are named here with the test that proves it.
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { holdersOf } from '@portal/access/can';
import { SCHOOL_ROLE, STUDENT_ROLE } from '@portal/access/roles';
import { calls } from '@portal/contract/calls';
import * as z from 'zod';
import { root } from './charts/charts.ts';

/** Calls about several rows that school admins or students make, with the test of each. */
const PROVEN: Readonly<Record<string, { file: string; title: string }>> = {
  bulkRegistrationRun: {
    file: 'scripts/e2e/calls/schools/quote.test.ts',
    title: 'gives progress and result of a run to admins and its school',
  },
  payRegisterAndSchedule: {
    file: 'services/schools/src/bulk/run/order-bulk.parts.test.ts',
    title: 'checks the order: own school, open session, agreed sums, enough money',
  },
  quoteRegisterAndSchedule: {
    file: 'services/schools/src/bulk/quote/student-quote.test.ts',
    title: 'a student of the school %s is an error without credits, price, card or exams',
  },
  getOfficeRun: {
    file: 'scripts/e2e/calls/students/import-students.test.ts',
    title: 'gives the run to the person who started it and to the office',
  },
  undoImport: {
    file: 'scripts/e2e/calls/students/import-students.test.ts',
    title: 'does not find an import of another school or its students',
  },
  // the report is about the file that the caller sends
  uploadStudents: {
    file: 'scripts/e2e/calls/students/upload-students.test.ts',
    title: 'limits school admins to their school, if its students are non-members',
  },
  previewStudents: {
    file: 'scripts/e2e/calls/students/upload-students.test.ts',
    title: 'refuses a completed import, and does not find it for other school admins',
  },
};

type Json = Readonly<Record<string, unknown>>;
const ERROR = /^(errors?|reasons?|why|problems?|block(ed)?|\w+Block|refused|refusal|failure|msg)$/;
const isJson = (part: unknown): part is Json => typeof part === 'object' && part !== null;

/** Returns whether an object of a JSON schema has an error field beside others. */
function hasErrorBesideData(schema: Json): boolean {
  const names = Object.keys((schema['properties'] as Json | undefined) ?? {});
  if (names.length > 1 && names.some((name) => ERROR.test(name))) return true;
  return Object.values(schema).flat().filter(isJson).some(hasErrorBesideData);
}

const besideData = calls.filter(({ call }) =>
  [call.answer, call.accepted].some(
    (given) => given && hasErrorBesideData(z.toJSONSchema(given, { io: 'output' }) as Json),
  ),
);
const needsProof = besideData.filter(
  ({ call }) =>
    !call.onStudent &&
    [SCHOOL_ROLE, STUDENT_ROLE].some((role) => holdersOf(call.permission).includes(role)),
);

test('each call that has an error beside data of several rows names its proof', () => {
  expect(besideData.length).toBeGreaterThan(40);
  expect(needsProof.map(({ name }) => name).sort()).toEqual(Object.keys(PROVEN).sort());
});

test.each(Object.entries(PROVEN))('the proof of %s exists', (_name, { file, title }) => {
  expect(readFileSync(`${root}${file}`, 'utf8')).toContain(`'${title}'`);
});

test('finds an error beside data at any depth', () => {
  const row = z.object({ credits: z.int(), error: z.string().nullable() });
  const nested = z.object({ rows: z.array(z.object({ of: z.record(z.string(), row) })) });
  expect(hasErrorBesideData(z.toJSONSchema(nested) as Json)).toBe(true);
  expect(hasErrorBesideData(z.toJSONSchema(z.object({ error: z.string() })) as Json)).toBe(false);
});
