import type { FieldError } from '@portal/kit/errors';
import { fileKind } from '@portal/kit/files/file-kind';
import { readTable } from '@portal/kit/files/read-table';
import { readZip } from '@portal/kit/files/read-zip';
import { knownColumns, reportOf } from '@portal/kit/files/table-report';
import type { TableReport } from '@portal/proto/kit/v1/table_report';
import { batchErrors, wrongKind } from './batch-refusal.ts';
import { BATCH_SHAPE, type BatchRow, readBatchRows } from './batch-rows.ts';

/** The scan of a paper. */
export interface Scan {
  registrationId: number;
  /** Inside a ZIP; null: the file itself. */
  innerName: string | null;
}
/** The content of an exam batch, before its registrations are looked up. */
export interface BatchFile {
  rows: BatchRow[];
  scans: Scan[];
  /** A ZIP with a table: a row without a scan has to be reported. */
  hasTableAndScans: boolean;
  errors: FieldError[];
  ignoredColumns: string[];
  /** Of the table; null: scans only. */
  report: TableReport | null;
}

const ZIP_LIMITS = { files: 1000, unpacked: 500 * 1024 * 1024, file: 25 * 1024 * 1024 };
const TABLE = { shape: BATCH_SHAPE, refuse: batchErrors };
const isTableName = (name: string) => /^batch\.(csv|xlsx)$/i.test(name);

/** The row of a scan without a table: the paper has arrived. */
const rowOfScan = (place: string, registrationId: number): BatchRow => ({
  place,
  isScan: true,
  registrationId,
  jseId: null,
  examCode: null,
  takenOn: null,
  arrivedBack: null,
  batchId: null,
  batchDate: null,
  grade: null,
  gradeComment: null,
});

/** The registration that a scan is named after; null: after none. */
function registrationIn(name: string): number | null {
  const [, id] = /^([1-9]\d{0,9})\.(?:pdf|jpe?g|png)$/i.exec(name) ?? [];
  return id === undefined || Number(id) > 2_147_483_647 ? null : Number(id);
}

interface Read {
  table: { kind: 'csv' | 'xlsx'; content: Buffer } | null;
  scans: { name: string; isInner: boolean }[];
}

async function filesIn(name: string, content: Buffer): Promise<Read> {
  const kind = fileKind(name, content);
  if (kind === null) throw wrongKind();
  if (kind === 'csv' || kind === 'xlsx') return { table: { kind, content }, scans: [] };
  if (kind !== 'zip') return { table: null, scans: [{ name, isInner: false }] };

  const read: Read = { table: null, scans: [] };
  await readZip(content, { limits: ZIP_LIMITS, refuse: batchErrors }, (inner) => {
    const is = fileKind(inner.name, inner.content);
    if (is === null || is === 'zip') throw wrongKind();
    if (is !== 'csv' && is !== 'xlsx') read.scans.push({ name: inner.name, isInner: true });
    else if (isTableName(inner.name) && read.table === null)
      read.table = { kind: is, content: inner.content };
    else throw wrongKind();
  });
  return read;
}

/**
 * Reads an exam batch: a table (CSV, XLSX), a ZIP of scans with or without a table named batch, or
 * one scan named after its registration. `today`: the day in New York. Throws wrong_type or
 * too_large; returns faults of single rows in `errors`.
 */
export async function readBatchFile(
  name: string,
  content: Buffer,
  today: string,
): Promise<BatchFile> {
  const { table: file, scans: named } = await filesIn(name, content);
  const table = file && (await readTable(file.kind, file.content, TABLE));
  const read = table && readBatchRows(table, today);
  const rows = [...(read?.rows ?? [])];
  const errors = [...(read?.errors ?? [])];
  const scans: Scan[] = [];
  const inTable = new Set(rows.map(({ registrationId }) => registrationId));
  const seen = new Set<number>();
  for (const scan of named) {
    const registrationId = registrationIn(scan.name);
    if (registrationId === null)
      errors.push({
        path: scan.name,
        message: `${scan.name}: Registration not found.`,
      });
    else if (seen.has(registrationId))
      errors.push({ path: scan.name, message: 'This row stands twice.' });
    else {
      seen.add(registrationId);
      scans.push({
        registrationId,
        innerName: scan.isInner ? scan.name : null,
      });
      if (!inTable.has(registrationId)) rows.push(rowOfScan(scan.name, registrationId));
    }
  }
  if (named.length === 0 && table === null) throw wrongKind();
  return {
    rows,
    scans,
    hasTableAndScans: read !== null && named.length > 0,
    errors,
    ignoredColumns: read?.ignoredColumns ?? [],
    report: table && reportOf(table, knownColumns(table.header, BATCH_SHAPE)),
  };
}
