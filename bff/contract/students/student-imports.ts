import { normalizeLine } from '@portal/access/text/normalize-text';
import * as z from 'zod';
import { call } from '../call.ts';
import { largestStaffFile } from '../exams/grades.ts';
import { RunProgress } from '../run-progress.ts';
import { TableReport } from '../table-report.ts';
import { count, id, instant, text } from '../types.ts';
import { StudentBrief } from './staff-student.ts';

/** Fields of a student's record that a table can hold. R-565. */
export const importFields = [
  'lastName',
  'firstName',
  'maidenName',
  'gender',
  'last4ssn',
  'dob',
  'email',
  'cellphone',
  'phone',
  'address',
  'city',
  'state',
  'zip',
  'country',
  'cohort',
] as const;
export type ImportField = (typeof importFields)[number];

const column = z.string({ error: 'mapping invalid' }).min(1).max(110, 'mapping invalid');
/** The column of the table that each field is read from. */
const mapping = z.partialRecord(z.enum(importFields, { error: 'mapping invalid' }), column);
export type ImportMapping = z.output<typeof mapping>;

const importId = z.string({ error: 'importId invalid' }).min(1).max(50, 'importId invalid');

export const importStates = ['add', 'same', 'duplicate', 'twice', 'error'] as const;
export type ImportState = (typeof importStates)[number];
const choices = ['add', 'skip', 'cohort'] as const;
export type ImportChoice = (typeof choices)[number];
const choice = z.enum(choices, { error: 'choice invalid' });

/** The result of a row of a table. R-566. */
export const StudentImportRow = z
  .object({
    row: z.int().describe('As the table counts them'),
    name: z.string(),
    what: z
      .enum(importStates)
      .describe(
        'twice: another row has the same digits and birth date; same: is in this school; ' +
          'duplicate: is on record elsewhere',
      ),
    errors: z.array(z.object({ path: z.string(), message: z.string() })),
    notes: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .describe('Values that differ from the cells of the file, such as restored zeros'),
    matches: z.array(StudentBrief).describe('Who has the digits and the birth date'),
    cohort: z.string().nullable(),
    choice: choice.describe('The preset'),
    choices: z.array(choice),
  })
  .meta({ id: 'StudentImportRow' });
export type StudentImportRow = z.output<typeof StudentImportRow>;

const Kept = z.array(z.object({ studentId: z.int(), name: z.string(), why: z.string() }));

/** The result of an import. */
export const ImportResult = z
  .object({
    state: z.literal('finished'),
    kind: z.literal('importStudents'),
    runId: z.string(),
    importId: z.string(),
    added: count,
    changed: count.describe('Students whose cohort was updated'),
    skipped: count,
    failed: count,
    rows: z.array(z.object({ row: z.int(), studentId: z.int().nullable(), text: z.string() })),
    undoUntil: instant,
  })
  .meta({ id: 'StudentImportResult' });
export type ImportResult = z.output<typeof ImportResult>;

const undone = {
  removed: count,
  restored: count.describe('Students who have the cohort of before'),
  kept: Kept,
};
/** The result of the undo of an import. */
export const UndoResult = z
  .object({
    state: z.literal('finished'),
    kind: z.literal('undoImport'),
    runId: z.string(),
    importId: z.string(),
    ...undone,
  })
  .meta({ id: 'ImportUndoResult' });
export type UndoResult = z.output<typeof UndoResult>;

const importRefusals = { import_not_found: 404, import_done: 409, full_ssn_refused: 422 } as const;

/** C-O32 */
export const uploadStudents = call({
  method: 'POST',
  path: '/api/office/uploadStudents',
  summary: 'Takes a table of students and says what its columns may hold',
  description:
    'CSV or XLSX of at most 5,000 rows and 60 columns; a row near the top names the columns. ' +
    'Neither the file nor cells of columns that are not chosen afterwards are kept. ' +
    'Digits of SSNs and birth dates are masked in the samples. ' +
    'A school admin: the own school, when its students are no members.',
  permission: 'student_import.run',
  body: z.object({
    schoolId: z
      .union(
        [
          id,
          z
            .string()
            .overwrite(normalizeLine)
            .regex(/^\d{1,10}$/),
        ],
        { error: 'schoolId invalid' },
      )
      .transform(Number)
      .pipe(id),
  }),
  upload: {
    field: 'students_file',
    largest: largestStaffFile,
    types: ['csv', 'xlsx'],
    kinds: 'CSV or XLSX',
    instead: {
      xls: 'Please save it as XLSX.',
    },
  },
  answer: z.object({
    importId: z.string(),
    columns: z.array(
      z.object({
        column: z.string(),
        guess: z.enum(importFields).nullable(),
        samples: z.array(z.string()).describe('At most 3'),
      }),
    ),
    report: TableReport.nullable().describe('null only while the portal is updated'),
    lastMapping: mapping.nullable().describe("How the school's last table was read"),
  }),
  refuses: {
    full_ssn_refused: 422,
    no_rows: 422,
    too_many_rows: 422,
    school_not_found: 404,
    file_rows_invalid: 422,
    file_refused: 422,
    too_large: 413,
    wrong_type: 415,
  },
});

/** C-O33 */
export const previewStudents = call({
  method: 'POST',
  path: '/api/office/previewStudents',
  summary: 'What each row of a table of students would come to',
  description:
    'Cells of columns that are not chosen are dropped. A full SSN in the column of SSNs refuses ' +
    'the table, which is dropped as well. Rows come in pages, of one state where `what` says so; ' +
    '`counts` are of all.',
  permission: 'student_import.run',
  body: z.object({
    importId,
    mapping,
    defaults: z
      .object({
        gender: z.enum(['1', '2'], { error: 'Gender invalid' }).optional(),
        cohort: text(20, 'Cohort invalid').optional(),
        country: text(60, 'Country invalid').optional(),
      })
      .optional()
      .describe('What a field is where a row says nothing'),
    dateOrder: z.enum(['MDY', 'DMY', 'YMD'], { error: 'dateOrder invalid' }),
    what: z.enum(importStates, { error: 'what invalid' }).optional(),
    page: z.int().min(1).max(10_000).optional(),
    pageSize: z.int().min(1).max(200).optional(),
  }),
  answer: z.object({
    rows: z.array(StudentImportRow),
    total: count.describe('Rows of the state that was asked for'),
    counts: z.object({ add: count, same: count, duplicate: count, twice: count, error: count }),
    previewHash: z.string(),
  }),
  refuses: importRefusals,
});

/** C-O34 */
export const importStudents = call({
  method: 'POST',
  path: '/api/office/importStudents',
  keyed: true,
  summary: 'Puts students of a table on record, each row on its own',
  description:
    '202: ask getOfficeRun every 2 seconds. Rows without a choice are done by their preset. ' +
    'No mail is sent. Can be undone for 24 hours.',
  permission: 'student_import.run',
  body: z.object({
    importId,
    previewHash: z.string({ error: 'previewHash invalid' }).max(100, 'previewHash invalid'),
    choices: z
      .array(z.object({ row: z.int().min(1).max(1_000_000), choice }))
      .max(5_000, 'choices invalid'),
  }),
  answer: ImportResult,
  accepted: RunProgress,
  refuses: { import_not_found: 404, import_done: 409, preview_outdated: 409 },
});

/** C-O35 */
export const undoImport = call({
  method: 'POST',
  path: '/api/office/undoImport',
  keyed: true,
  summary: 'Takes students of an import off the record again, unless they are in use',
  description:
    'By whoever ran it, or a super admin. Who has signed up, has registrations, credits, a ' +
    'card, a note or accommodations is kept, and so is a cohort that was changed since. ' +
    'With `dryRun` it is only said who would be; else 202: ask getOfficeRun every 2 seconds.',
  permission: 'student_import.run',
  body: z.object({ importId, dryRun: z.boolean().optional() }),
  answer: z.object({ state: z.literal('preview'), ...undone }),
  accepted: RunProgress,
  refuses: { import_not_found: 404, import_running: 409, already_undone: 409, undo_over: 409 },
});

/** C-O36 */
export const getImports = call({
  method: 'GET',
  path: '/api/office/imports',
  summary: 'The 200 newest imports of students',
  description: "A school admin: the own school's.",
  permission: 'student_import.run',
  query: z.object({}),
  answer: z.object({
    imports: z.array(
      z.object({
        importId: z.string(),
        schoolName: z.string(),
        fileName: z.string(),
        by: z.string(),
        at: instant,
        added: count,
        undoUntil: instant,
        undoneAt: instant.nullable(),
        mayUndo: z.boolean(),
        runId: z.string().describe('For getOfficeRun, 30 days long'),
      }),
    ),
  }),
});
