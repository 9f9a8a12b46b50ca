import { type Call, commandWithPrefetch, type Tx } from '@portal/kit/commands/command';
import type { Sql } from '@portal/kit/database/database';
import { fingerprintOf } from '@portal/kit/files/upload-preview';
import type { TableReport } from '@portal/proto/kit/v1/table_report';
import { importError } from '../errors.ts';
import { readExams } from '../exams/list-exams.ts';
import { writeExam } from '../exams/write-exam.ts';
import { bumpVersion } from '../list-version.ts';
import { openRegistrations } from '../office-exams/list-office-exams.ts';
import { readPackages } from '../packages/list-packages.ts';
import { readAllPrices } from '../prices/price-store.ts';
import { setPriceIn } from '../prices/set-price.ts';
import { readVendors } from '../vendors/vendor-store.ts';
import type { ImportRow, TableRow } from './import-row.ts';
import { EXAM_COLUMNS, type PlannedExam, planExams } from './plan-exams.ts';
import { type PlannedPrice, PRICE_COLUMNS, planPrices, TOLD_COLUMNS } from './plan-prices.ts';
import { importErrors, readImport } from './read-import.ts';

export interface CatalogueFile {
  name: string;
  content: Buffer;
  dryRun: boolean;
  /** The hash of the dry run's result. */
  previewHash: string;
}

export interface CatalogueChanges {
  previewHash: string;
  rows: ImportRow[];
  ignoredColumns: string[];
  report: TableReport;
}

/** A row with its fields in one order, which the database does not keep. */
const shown = ({ row, id, what, changes, text }: ImportRow): ImportRow => ({
  row,
  id,
  what,
  text,
  changes: changes.map(({ field, from, to }) => ({ field, from, to })),
});

/**
 * Refuses with file_rows_invalid when a row is wrong, and with preview_outdated when the plan
 * differs from the previewed one.
 */
function checkAsShown(rows: readonly ImportRow[], previewHash: string): void {
  const wrong = rows.filter(({ what }) => what === 'error');
  if (wrong.length > 0)
    throw importErrors.rowsInvalid(
      wrong.map(({ row, text }) => ({ path: `row ${row}`, message: text })),
    );
  if (fingerprintOf(rows.map(shown)) !== previewHash) throw importError('preview_outdated');
}

/** Plans against the current catalogue; `open` are open registrations of exams. */
async function plannedExams(
  sql: Sql,
  rows: readonly TableRow[],
  open: ReadonlyMap<number, number>,
): Promise<PlannedExam[]> {
  const [exams, vendors] = await Promise.all([readExams(sql, null), readVendors(sql, null)]);
  return planExams(rows, { exams, vendors, open });
}

/**
 * Says what a table of exams would change, row by row, and without `dryRun` changes it: all rows or
 * none, and only what the dry run said. Refuses with wrong_type, too_large, file_rows_invalid or
 * preview_outdated. C-O31, R-563.
 */
export async function importExams(call: Call, file: CatalogueFile): Promise<CatalogueChanges> {
  const columns = { known: EXAM_COLUMNS, required: ['vendor', 'secularNumber'] };
  const { rows, ignoredColumns, report } = await readImport(file, columns);
  const everything = async () => {
    const exams = await readExams(call.db, null);
    return openRegistrations(exams.map(({ id }) => id));
  };
  if (file.dryRun) return changesOf(await plannedExams(call.db, rows, await everything()));
  const input = { file: fingerprintOf([file.content.toString('base64')]), hash: file.previewHash };
  const done = await commandWithPrefetch(
    call,
    { name: 'importExams', input, ask: everything },
    async (tx: Tx, open) => {
      const version = await bumpVersion(tx, 'exams');
      const planned = await plannedExams(tx, rows, open);
      checkAsShown(planned, file.previewHash);
      // a code that one gives up is free for another
      const inOrder = planned.toSorted(
        (a, b) => Number(b.what === 'retire') - Number(a.what === 'retire'),
      );
      for (const { id, before, exam } of inOrder)
        if (exam) await writeExam(tx, { id: id ?? 0, version, before, exam });
      return planned.map(shown);
    },
  );
  return changesOf(done);

  function changesOf(planned: readonly ImportRow[]): CatalogueChanges {
    const said = planned.map(shown);
    return { previewHash: fingerprintOf(said), rows: said, ignoredColumns, report };
  }
}

async function plannedPrices(
  sql: Sql,
  rows: readonly TableRow[],
  now: Date,
): Promise<PlannedPrice[]> {
  const [prices, exams, packages] = await Promise.all([
    readAllPrices(sql, now, null),
    readExams(sql, null),
    readPackages(sql, null),
  ]);
  return planPrices(rows, { prices, exams, packages, now });
}

/** The same of a table of prices. C-O31, R-558, R-563. */
export async function importPrices(call: Call, file: CatalogueFile): Promise<CatalogueChanges> {
  const columns = {
    known: [...PRICE_COLUMNS, ...TOLD_COLUMNS],
    required: ['kind', 'amount'],
  };
  const { rows, ignoredColumns, report } = await readImport(file, columns);
  const changesOf = (planned: readonly ImportRow[]): CatalogueChanges => {
    const said = planned.map(shown);
    return { previewHash: fingerprintOf(said), rows: said, ignoredColumns, report };
  };
  if (file.dryRun) return changesOf(await plannedPrices(call.db, rows, call.now));
  const input = { file: fingerprintOf([file.content.toString('base64')]), hash: file.previewHash };
  const done = await commandWithPrefetch(
    call,
    { name: 'importPrices', input, ask: async () => null },
    async (tx: Tx) => {
      // both lists, in one order, as every price is set under the version of its own
      await bumpVersion(tx, 'exams');
      await bumpVersion(tx, 'packages');
      const planned = await plannedPrices(tx, rows, tx.now);
      checkAsShown(planned, file.previewHash);
      for (const { price } of planned) if (price) await setPriceIn(tx, price);
      return planned.map(shown);
    },
  );
  return changesOf(done);
}
