import { RowCollector, type Table } from '../../files/table/collect-rows.ts';

/** A table as readTable returns it, for tests: its header and rows, from row 1. */
export function aTable([header = [], ...rows]: readonly (readonly string[])[]): Table {
  const collector = new RowCollector({
    columns: [],
    maxRows: 20_000,
    maxColumns: 200,
  });
  for (const [at, cells] of [header, ...rows].entries()) {
    collector.startRow(at + 1);
    for (const [column, cell] of cells.entries()) collector.addCell(column, cell);
    collector.endRow();
  }
  return collector.table();
}
