import type { Table } from './collect-rows.ts';
import { readCsv } from './read-csv.ts';
import { readWorkbook } from './read-workbook.ts';
import { TableFault, type TableProblem, type TableShape } from './table-limits.ts';

export interface TableJob {
  kind: 'csv' | 'xlsx';
  content: Uint8Array;
  shape: TableShape;
}
export type TableResult = { table: Table } | { problem: TableProblem };

/** Reads a table in this process. Throws nothing but bugs. */
export async function readJob({ kind, content, shape }: TableJob): Promise<TableResult> {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  try {
    return {
      table: kind === 'csv' ? readCsv(bytes, shape) : await readWorkbook(bytes, shape),
    };
  } catch (error) {
    if (error instanceof TableFault) return { problem: error.problem };
    throw error;
  }
}
