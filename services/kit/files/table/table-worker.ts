// Runs in a worker thread of its own for each table (worker-line.ts): a hostile table can stop or
// fill only this thread.
import { parentPort, workerData } from 'node:worker_threads';
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

async function read({ kind, content, shape }: TableJob): Promise<TableResult> {
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

parentPort?.postMessage(await read(workerData as TableJob));
