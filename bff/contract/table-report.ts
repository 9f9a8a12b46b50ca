import * as z from 'zod';
import { count } from './types.ts';

const skipReasons = ['separator', 'title', 'blank', 'repeated_header', 'other_columns'] as const;

const ShownRow = z
  .object({
    row: z.int(),
    cells: z.array(z.object({ column: z.string(), text: z.string() })),
  })
  .nullable();

/**
 * The rows read from a file: its lines are the header, the rows, the skipped and those in cells.
 */
export const TableReport = z
  .object({
    lines: count.describe('Lines of a CSV file, rows of a worksheet'),
    headerRow: z.int(),
    rows: count,
    linesInCells: count,
    skipped: z
      .array(z.object({ from: z.int(), to: z.int(), why: z.enum(skipReasons) }))
      .describe('At most 50 ranges'),
    skippedRows: count.describe('Rows of all ranges'),
    firstRow: ShownRow.describe('Filled cells of columns that are read; null: there are no rows'),
    lastRow: ShownRow,
    restoredZeros: z
      .array(z.object({ column: z.string(), cells: count }))
      .describe('Columns with leading zeros that a workbook shows but does not store'),
  })
  .meta({ id: 'TableReport' });
export type TableReport = z.output<typeof TableReport>;
