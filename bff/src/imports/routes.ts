import { randomUUID } from 'node:crypto';
import * as imports from '@portal/contract/students/student-imports';
import { route } from '../http/route.ts';
import { tableReportOf } from '../http/table-report.ts';
import { importProgress, mappingView, rowView } from './views.ts';

/** Reading five thousand rows takes its time. */
const TIMEOUT_MS = 30_000;
const USUAL_PAGE = 50;

export const studentImportRoutes = [
  route(imports.uploadStudents, async ({ input: { schoolId }, file, by }, { identity }) => {
    const uploaded = await identity.imports.uploadStudents(
      { name: file.name, content: file.content, schoolId },
      { ...by, key: randomUUID(), deadlineMs: TIMEOUT_MS },
    );
    const { importId, columns, lastMapping, report } = uploaded;
    return {
      importId,
      report: tableReportOf(report),
      columns: columns.map(({ guess, ...column }) => ({
        ...column,
        guess: (guess as imports.ImportField | undefined) ?? null,
      })),
      lastMapping: mappingView(lastMapping),
    };
  }),

  route(imports.previewStudents, async ({ input, by }, { identity, catalogue }) => {
    const { importId, defaults = {}, dateOrder, what, page = 1, pageSize = USUAL_PAGE } = input;
    const mapping = Object.entries(input.mapping).map(([field, column]) => ({ field, column }));
    const { rows, counts, previewHash, total } = await identity.imports.previewStudents(
      {
        importId,
        mapping,
        defaults,
        dateOrder,
        what: what ?? '',
        offset: (page - 1) * pageSize,
        limit: pageSize,
      },
      { ...by, key: randomUUID(), deadlineMs: TIMEOUT_MS },
    );
    const schools = new Set(
      rows.flatMap(({ matches }) => matches.map(({ schoolId }) => schoolId ?? 0)),
    );
    const names = new Map(
      await Promise.all(
        [...schools].map(
          async (id) => [id, id === 0 ? null : await catalogue.schoolNames.of(id, by)] as const,
        ),
      ),
    );
    return {
      total,
      previewHash,
      rows: rows.map((row) => rowView(row, (schoolId) => names.get(schoolId ?? 0) ?? null)),
      counts: counts ?? { add: 0, same: 0, duplicate: 0, twice: 0, error: 0 },
    };
  }),

  route(imports.importStudents, async ({ input, by }, { identity }) =>
    importProgress((await identity.imports.importStudents(input, by)).run),
  ),

  route(imports.undoImport, async ({ input: { importId, dryRun }, by }, { identity }) => {
    if (dryRun !== true)
      return importProgress((await identity.imports.undoImport({ importId }, by)).run);
    const { removed, restored, kept } = await identity.imports.previewUndo({ importId }, by);
    return { state: 'preview' as const, removed, restored, kept };
  }),

  route(imports.getImports, async ({ by }, { identity }) => {
    const found = await identity.imports.listImports({}, by);
    return {
      imports: found.imports.map(({ at, undoUntil, undoneAt, ...one }) => ({
        ...one,
        at: (at as Date).toISOString(),
        undoUntil: (undoUntil as Date).toISOString(),
        undoneAt: undoneAt?.toISOString() ?? null,
      })),
    };
  }),
];
