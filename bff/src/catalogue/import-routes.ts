import { type ImportRow, importCatalogue } from '@portal/contract/catalogue/catalogue-import';
import type { CatalogueChanges } from '@portal/proto/catalog/v1/catalogue_import';
import { route } from '../http/route.ts';
import { tableReportOf } from '../http/table-report.ts';

/** Reading and writing five thousand rows takes its time. */
const TIMEOUT_MS = 60_000;

export const catalogueImportRoutes = [
  route(importCatalogue, async ({ input, file, by }, { catalog: { catalogueImport } }) => {
    const { part, dryRun, previewHash = '' } = input;
    const sent = { file: { name: file.name, content: file.content, dryRun, previewHash } };
    const options = { ...by, deadlineMs: TIMEOUT_MS };
    const { changes } =
      part === 'prices'
        ? await catalogueImport.importPrices(sent, options)
        : await catalogueImport.importExams(sent, options);
    return answerOf(changes);
  }),
];

function answerOf(changes: CatalogueChanges | undefined) {
  const rows = (changes?.rows ?? []).map(
    (row): ImportRow => ({ ...row, id: row.id ?? null, what: row.what as ImportRow['what'] }),
  );
  const counts = { add: 0, change: 0, retire: 0, same: 0, error: 0 };
  for (const { what } of rows) counts[what] += 1;
  return {
    rows,
    counts,
    previewHash: changes?.previewHash ?? '',
    ignoredColumns: changes?.ignoredColumns ?? [],
    report: tableReportOf(changes?.report),
  };
}
