import { examErrors } from '../exams/check-exam.ts';
import type { Exam, ExamFields } from '../exams/exam.ts';
import { changesWhatWasBought } from '../office-exams/office-exam.ts';
import { type ImportRow, inWords, type TableRow, wrongRow } from './import-row.ts';

const texts = [
  'subject',
  'secularNumber',
  'alt1',
  'alt2',
  'alt3',
  'allowedResources',
  'contentCode',
  'programContentCode',
  'examProctorCode',
] as const;
const numbers = ['credits', 'durationMinutes', 'alternateCourseVersion'] as const;
const flags = [
  'onlineOnly',
  'paperOnly',
  'assignments',
  'phonesystemActive',
  'seminaryTesting',
  'active',
] as const;

/** Columns of a table of exams; a missing column changes nothing. */
export const EXAM_COLUMNS = ['id', 'vendor', ...texts, ...numbers, ...flags, 'requiredExamIds'];

export interface KnownVendor {
  id: number;
  name: string;
  active: boolean;
}

/** The catalogue against which the rows of a table are planned. */
export interface ExamFacts {
  exams: readonly Exam[];
  vendors: readonly KnownVendor[];
  /** Open registrations by exam. */
  open: ReadonlyMap<number, number>;
}

/** A row with the fields to write, unless it is wrong or changes nothing. */
export interface PlannedExam extends ImportRow {
  before: Exam | undefined;
  exam: ExamFields | null;
}

const emptyExam: ExamFields = {
  subject: '',
  vendorId: 0,
  secularNumber: '',
  alt1: null,
  alt2: null,
  alt3: null,
  credits: Number.NaN,
  durationMinutes: Number.NaN,
  onlineOnly: false,
  paperOnly: false,
  allowedResources: null,
  assignments: false,
  contentCode: null,
  programContentCode: null,
  alternateCourseVersion: null,
  phonesystemActive: true,
  requiredExamIds: [],
  additionalChargeCents: 0,
  examProctorCode: null,
  active: true,
  seminaryTesting: false,
  courseChangeReserved: false,
  courseCollegeId: null,
  studyMaterials: [],
};

const isYes = (text: string): boolean | null => {
  const word = text.toLowerCase();
  if (['yes', 'true', '1'].includes(word)) return true;
  return ['no', 'false', '0'].includes(word) ? false : null;
};
const idOf = (text: string): number | null => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : null);
const codeKey = (vendorId: number, code: string): string => `${vendorId} ${code.toLowerCase()}`;

/** An error of a cell, in the words of the report. */
class CellError extends Error {}

/** An exam as a row wants it: over the one that is there, or a new one. */
function wanted(
  { cells }: TableRow,
  before: Exam | undefined,
  vendors: readonly KnownVendor[],
): ExamFields {
  const fields: Record<string, unknown> = { ...emptyExam, ...before };
  const vendor = cells.get('vendor');
  if (vendor !== undefined) {
    const named = vendors.find(
      ({ id, name }) => String(id) === vendor || name.toLowerCase() === vendor.toLowerCase(),
    );
    if (!named)
      throw new CellError(vendor ? `vendor: ${vendor} is no vendor` : 'vendor: Please name one');
    fields.vendorId = named.id;
  }
  for (const column of texts) {
    const cell = cells.get(column);
    const isNeeded = column === 'subject' || column === 'secularNumber';
    if (cell !== undefined) fields[column] = isNeeded ? cell : cell || null;
  }
  for (const column of numbers) {
    const cell = cells.get(column);
    if (cell === undefined) continue;
    if (column === 'alternateCourseVersion' && cell === '') fields[column] = null;
    else if (!/^\d{1,10}$/.test(cell)) throw new CellError(`${column}: Must be a whole number`);
    else fields[column] = Number(cell);
  }
  for (const column of flags) {
    const cell = cells.get(column);
    if (cell === undefined) continue;
    const is = isYes(cell);
    if (is === null) throw new CellError(`${column}: Must be Yes or No`);
    fields[column] = is;
  }
  const required = cells.get('requiredExamIds');
  if (required !== undefined) {
    const ids = required.split(/[\s,;]+/).filter((part) => part !== '');
    if (!ids.every((id) => idOf(id) !== null))
      throw new CellError('requiredExamIds: Must be numbers of exams');
    fields.requiredExamIds = [...new Set(ids.map(Number))].sort((a, b) => a - b);
  }
  const { version: _v, vendorName: _n, vendorFullname: _f, id: _i, ...exam } = fields;
  return exam as unknown as ExamFields;
}

const changeable = ['vendorId', ...texts, ...numbers, ...flags, 'requiredExamIds'] as const;

const changesOf = (before: Exam | undefined, exam: ExamFields) =>
  changeable
    .map((field) => ({
      field,
      from: before ? inWords(before[field]) : '',
      to: inWords(exam[field]),
    }))
    .filter(({ from, to }) => from !== to);

/**
 * Plans each row of a table: matches it by id, else by vendor and code, among the active exams
 * first, else plans a new exam. A wrong row carries its reason; a missing cell changes nothing.
 *
 */
export function planExams(rows: readonly TableRow[], facts: ExamFacts): PlannedExam[] {
  const byId = new Map(facts.exams.map((exam) => [exam.id, exam]));
  // of several with one code the active one is meant, else the newest of those that were retired
  const meant = facts.exams.toSorted((a, b) => Number(a.active) - Number(b.active) || a.id - b.id);
  const byCode = new Map(meant.map((exam) => [codeKey(exam.vendorId, exam.secularNumber), exam]));
  const seen = new Set<number>();
  const planned = rows.map((row): PlannedExam => {
    const wrong = (text: string, id: number | null = null): PlannedExam => ({
      ...wrongRow(row.row, text, id),
      before: undefined,
      exam: null,
    });
    const before = matched(row, { byId, byCode, vendors: facts.vendors });
    if (before === null) return wrong('id: There is no such exam');
    if (before && seen.has(before.id))
      return wrong('This exam stands in the table twice', before.id);
    if (before) seen.add(before.id);
    try {
      const exam = wanted(row, before, facts.vendors);
      return rowOf(row.row, before, exam, facts);
    } catch (error) {
      if (error instanceof CellError) return wrong(error.message, before?.id ?? null);
      throw error;
    }
  });
  return together(planned, facts);
}

/** Finds the exam of a row; undefined: a new one, null: no exam has its id. */
function matched(
  { cells }: TableRow,
  known: {
    byId: ReadonlyMap<number, Exam>;
    byCode: ReadonlyMap<string, Exam>;
    vendors: readonly KnownVendor[];
  },
): Exam | undefined | null {
  const id = cells.get('id') ?? '';
  if (id !== '') return known.byId.get(idOf(id) ?? 0) ?? null;
  const vendor = (cells.get('vendor') ?? '').toLowerCase();
  const named = known.vendors.find(
    (one) => one.name.toLowerCase() === vendor || String(one.id) === vendor,
  );
  return known.byCode.get(codeKey(named?.id ?? 0, cells.get('secularNumber') ?? ''));
}

function rowOf(
  row: number,
  before: Exam | undefined,
  exam: ExamFields,
  { vendors, open }: ExamFacts,
): PlannedExam {
  const id = before?.id ?? null;
  const wrong = (text: string): PlannedExam => ({
    ...wrongRow(row, text, id),
    before,
    exam: null,
  });
  const changes = changesOf(before, exam);
  const text = `${exam.subject} (${exam.secularNumber})`;
  if (before && changes.length === 0)
    return { row, id, what: 'same', changes, text, before, exam: null };
  const [error] = examErrors(exam, id ?? 0);
  if (error) return wrong(`${error.path}: ${error.message}`);
  const vendor = vendors.find((one) => one.id === exam.vendorId);
  if (before?.vendorId !== exam.vendorId && !vendor?.active) return wrong('vendor: Vendor invalid');
  const students = open.get(id ?? 0) ?? 0;
  if (before && students > 0 && changesWhatWasBought(before, exam))
    return wrong(`${students} students are registered for this exam.`);
  const what = before ? (before.active && !exam.active ? 'retire' : 'change') : 'add';
  return { row, id, what, changes, text, before, exam };
}

/** Marks rows that are valid alone but conflict with other rows or existing exams. */
function together(planned: PlannedExam[], { exams }: ExamFacts): PlannedExam[] {
  const after = new Map<number | string, ExamFields>(exams.map((exam) => [exam.id, exam]));
  for (const { row, id, exam } of planned) if (exam) after.set(id ?? `row ${row}`, exam);
  const active = [...after.values()].filter((exam) => exam.active);
  const taken = countsOf(active.map((exam) => codeKey(exam.vendorId, exam.secularNumber)));
  const courses = countsOf(active.flatMap((exam) => exam.alternateCourseVersion ?? []));
  const isThere = (id: number) => after.has(id);
  return planned.map((one) => {
    const { row, id, exam, before } = one;
    if (!exam) return one;
    const wrong = (text: string): PlannedExam => ({
      ...wrongRow(row, text, id),
      before,
      exam: null,
    });
    if (exam.active && (taken.get(codeKey(exam.vendorId, exam.secularNumber)) ?? 0) > 1)
      return wrong('This vendor already has an exam with this code.');
    const course = exam.alternateCourseVersion;
    if (course !== null && !isThere(course))
      return wrong('alternateCourseVersion: An exam that is named does not exist.');
    if (exam.active && course !== null && (courses.get(course) ?? 0) > 1)
      return wrong('That exam has a course version already.');
    if (!exam.requiredExamIds.every(isThere))
      return wrong('requiredExamIds: An exam that is named does not exist.');
    if (id !== null && leadsBack(id, after)) return wrong('An exam cannot require itself.');
    return one;
  });
}

function countsOf<T>(values: readonly T[]): Map<T, number> {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** Whether what an exam requires leads back to it. */
function leadsBack(id: number, exams: ReadonlyMap<number | string, ExamFields>): boolean {
  const seen = new Set<number>();
  const next = [...(exams.get(id)?.requiredExamIds ?? [])];
  for (let one = next.pop(); one !== undefined; one = next.pop()) {
    if (one === id) return true;
    if (seen.has(one)) continue;
    seen.add(one);
    next.push(...(exams.get(one)?.requiredExamIds ?? []));
  }
  return false;
}
