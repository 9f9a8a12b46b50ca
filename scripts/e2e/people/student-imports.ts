import { randomInt, randomUUID } from 'node:crypto';
import type { CallInput } from '@portal/contract/call';
import { RunProgress } from '@portal/contract/run-progress';
import { getOfficeRun } from '@portal/contract/runs/session-runs';
import {
  type ImportChoice,
  ImportResult,
  importStudents,
  previewStudents,
  UndoResult,
  undoImport,
  uploadStudents,
} from '@portal/contract/students/student-imports';
import { until } from '../../portal/until.ts';
import type { Person } from '../../portal-user/person.ts';
import { aBirthPair } from './birth-pairs.ts';

/** A row of a table of students. */
export interface TableRow {
  lastName: string;
  firstName: string;
  gender: string;
  last4: string;
  /** MM/DD/YYYY */
  dob: string;
  email: string;
  cohort: string;
}

const letters = (count: number): string =>
  Array.from({ length: count }, () => String.fromCharCode(97 + randomInt(26))).join('');

/** Formats a day as MM/DD/YYYY. */
export const american = (day: string): string => {
  const [year, month, date] = day.split('-');
  return `${month}/${date}/${year}`;
};

/** Years in which no other student of these tests is born, so that rows are new students. */
const BEFORE_OTHERS = { from: 1961, count: 5 };

export function aRow(about: Partial<TableRow> = {}): TableRow {
  const { dob, last4ssn } = aBirthPair(BEFORE_OTHERS);
  return {
    lastName: `Import${letters(8)}`,
    firstName: 'Tirza',
    gender: 'F',
    cohort: '',
    last4: last4ssn,
    dob: american(dob),
    email: '',
    ...about,
  };
}

const HEAD = 'Last Name,First Name,Sex,Last 4,Birth date,E-mail,Cohort,Teacher';

/** Formats rows as CSV, with a column that the import does not read. */
export const tableOf = (rows: readonly TableRow[]): string =>
  [
    HEAD,
    ...rows.map(({ lastName, firstName, gender, last4, dob, email, cohort }) =>
      [lastName, firstName, gender, last4, dob, email, cohort, 'Mrs Secret'].join(','),
    ),
  ].join('\n');

/** The columns of a table with `HEAD`. */
export const mapping = {
  lastName: 'Last Name',
  firstName: 'First Name',
  gender: 'Sex',
  last4ssn: 'Last 4',
  dob: 'Birth date',
  email: 'E-mail',
  cohort: 'Cohort',
} as const;

export const sendTable = (
  person: Person,
  schoolId: number,
  content: string | Buffer,
  name = 'students.csv',
) =>
  person.ask(uploadStudents, {
    schoolId: String(schoolId),
    students_file: new File([content as never], name),
  });

/** Uploads a table and returns its id. */
export async function uploaded(
  person: Person,
  schoolId: number,
  content: string | Buffer,
): Promise<string> {
  const { status, body } = await sendTable(person, schoolId, content);
  if (status !== 200) throw new Error(`the table was not taken: ${JSON.stringify(body)}`);
  return uploadStudents.answer.parse(body).importId;
}

/** Previews the import of a table. */
export const previewed = async (
  person: Person,
  importId: string,
  about: Partial<CallInput<typeof previewStudents>> = {},
) =>
  previewStudents.answer.parse(
    await person.do(previewStudents, { importId, mapping, dateOrder: 'MDY', ...about }),
  );

export type Chosen = { row: number; choice: ImportChoice }[];

/** Starts an import as it was previewed and returns its run. */
export async function begun(
  person: Person,
  importId: string,
  previewHash: string,
  choices: Chosen = [],
): Promise<string> {
  const { status, body } = await person.ask(
    importStudents,
    { importId, previewHash, choices },
    randomUUID(),
  );
  if (status !== 202) throw new Error(`the import did not begin: ${JSON.stringify(body)}`);
  return RunProgress.parse(body).runId;
}

/** Waits for the end of a run and returns its result. */
const ended = async (person: Person, runId: string) =>
  (
    await until(
      () => person.ask(getOfficeRun, { runId }),
      ({ status }) => status === 200,
      60,
    )
  ).body;

export const importEnded = async (person: Person, runId: string): Promise<ImportResult> =>
  ImportResult.parse(await ended(person, runId));

/** Imports a table and waits for the end. */
export async function imported(
  person: Person,
  schoolId: number,
  rows: readonly TableRow[],
  choices: Chosen = [],
): Promise<ImportResult> {
  const importId = await uploaded(person, schoolId, tableOf(rows));
  const { previewHash } = await previewed(person, importId);
  return importEnded(person, await begun(person, importId, previewHash, choices));
}

/** Starts an undo and returns its run. */
export async function undoBegun(person: Person, importId: string): Promise<string> {
  const { status, body } = await person.ask(undoImport, { importId }, randomUUID());
  if (status !== 202) throw new Error(`the undo did not begin: ${JSON.stringify(body)}`);
  return RunProgress.parse(body).runId;
}

export const undoEnded = async (person: Person, runId: string): Promise<UndoResult> =>
  UndoResult.parse(await ended(person, runId));

/** Undoes an import and waits for the end. */
export const undone = async (person: Person, importId: string): Promise<UndoResult> =>
  undoEnded(person, await undoBegun(person, importId));
