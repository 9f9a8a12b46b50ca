// Runs in a process of its own for each table (worker-line.ts): a hostile table can stop or fill
// only this process. A thread would not do: one large array beyond its heap aborts the process.
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
/** What the process sends: the result, or the stack of an error that is a bug. */
export type TableMessage = TableResult | { bug: string };

async function read({ kind, content, shape }: TableJob): Promise<TableMessage> {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  try {
    return {
      table: kind === 'csv' ? readCsv(bytes, shape) : await readWorkbook(bytes, shape),
    };
  } catch (error) {
    if (error instanceof TableFault) return { problem: error.problem };
    return { bug: String((error as Error).stack) };
  }
}

process.once('message', async (job: TableJob) => {
  process.send?.(await read(job), () => process.disconnect?.());
});
