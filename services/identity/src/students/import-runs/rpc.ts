import { scopeOf } from '@portal/access/can';
import { invalid } from '@portal/kit/errors';
import { rpcs } from '@portal/kit/grpc/rpc';
import { present } from '@portal/kit/grpc/wire';
import {
  type FieldColumn,
  type ImportDefaults,
  StudentImportsServiceDefinition,
} from '@portal/proto/identity/v1/student_imports';
import { forAdder } from '../duplicates/duplicate-students.ts';
import {
  type DateOrder,
  type Defaults,
  dateOrders,
  isImportField,
  type Mapping,
} from '../imports/columns/import-fields.ts';
import { previewStudents } from '../imports/preview/preview-students.ts';
import { uploadStudents } from '../imports/upload/upload-students.ts';
import { getImportRun, type ImportRun, importStudents, undoImport } from './import-run.ts';
import { listImports } from './list-imports.ts';
import { previewUndo } from './preview-undo.ts';

const MAX_ROWS = 200;

function mappingOf(columns: FieldColumn[]): Mapping {
  const mapping: Mapping = {};
  for (const { field, column } of columns) {
    if (!isImportField(field))
      throw invalid({ path: 'mapping', message: 'There is no such field.' });
    mapping[field] = column;
  }
  return mapping;
}

const columnsOf = (mapping: Mapping | null): FieldColumn[] =>
  Object.entries(mapping ?? {}).map(([field, column]) => ({ field, column }));

const defaultsOf = ({ gender, cohort, country }: Partial<ImportDefaults> = {}): Defaults => ({
  gender: gender || null,
  cohort: cohort || null,
  country: country || null,
});

function dateOrderOf(text: string): DateOrder {
  const order = dateOrders.find((one) => one === text);
  if (order === undefined) throw invalid({ path: 'dateOrder', message: 'dateOrder invalid' });
  return order;
}

const runView = ({ rows, ...run }: ImportRun) => ({ ...run, rows: rows.map(present) });

export const studentImportRpcs = rpcs(StudentImportsServiceDefinition, {
  uploadStudents: {
    handle: async ({ name, content, schoolId }, call) => {
      const file = { name, content: Buffer.from(content), schoolId };
      const { columns, lastMapping, ...uploaded } = await uploadStudents(call, file);
      return { ...uploaded, columns: columns.map(present), lastMapping: columnsOf(lastMapping) };
    },
  },
  previewStudents: {
    handle: async ({ importId, mapping, defaults, dateOrder, what, offset, limit }, call) => {
      const { rows, previewHash } = await previewStudents(call, {
        importId,
        mapping: mappingOf(mapping),
        defaults: defaultsOf(defaults),
        dateOrder: dateOrderOf(dateOrder),
      });
      const counts = { add: 0, same: 0, duplicate: 0, twice: 0, error: 0 };
      for (const row of rows) counts[row.what] += 1;
      const shown = what === '' ? rows : rows.filter((row) => row.what === what);
      const most = limit > 0 ? Math.min(limit, MAX_ROWS) : MAX_ROWS;
      return {
        counts,
        previewHash,
        total: shown.length,
        rows: shown
          .slice(offset, offset + most)
          .map(({ row, form, what: state, errors, notes, matches, choice, choices }) => ({
            row,
            what: state,
            errors,
            notes,
            choice,
            choices,
            cohort: form.cohort ?? undefined,
            name: `${form.firstName} ${form.lastName}`.trim(),
            matches: matches.map((match) =>
              present(forAdder(match, scopeOf(call.actor, 'student_import.run'), call.actor)),
            ),
          })),
      };
    },
  },
  importStudents: {
    handle: async (wish, call) => ({ run: runView(await importStudents(call, wish)) }),
  },
  previewUndo: { handle: ({ importId }, call) => previewUndo(call, importId) },
  undoImport: {
    handle: async ({ importId }, call) => ({ run: runView(await undoImport(call, importId)) }),
  },
  listImports: {
    handle: async (_, call) => ({
      imports: (await listImports(call)).map((one) => ({
        importId: one.id,
        schoolName: one.schoolName,
        fileName: one.fileName,
        by: one.uploadedBy,
        at: one.startedAt,
        added: one.added,
        undoUntil: one.undoUntil,
        undoneAt: one.undoneAt ?? undefined,
        mayUndo: one.mayUndo,
        runId: `students-${one.runId}`,
      })),
    }),
  },
  getImportRun: {
    handle: async ({ runId }, call) => ({ run: runView(await getImportRun(call, runId)) }),
  },
});
