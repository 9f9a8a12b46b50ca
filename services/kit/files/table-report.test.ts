import { expect, test } from '@jest/globals';
import { anXlsx, sheetXml, textRows } from '../testing/files/an-xlsx.ts';
import { readCsv } from './table/read-csv.ts';
import { readWorkbook } from './table/read-workbook.ts';
import { columnPattern } from './table-cells.ts';
import { knownColumns, reportOf, withoutUnread } from './table-report.ts';

const shape = { columns: ['tal_id', 'amount'].map(columnPattern), maxRows: 1_000, maxColumns: 20 };
const read = (text: string) => readCsv(Buffer.from(text), shape);

test('a report counts lines, names skipped rows and shows the first and last row', () => {
  const table = read('Invoice\nTAL id,Amount,SSN\n7,1,123\n\n8,,456\n"9\n9",2,\n');
  expect(reportOf(table, knownColumns(table.header, shape))).toEqual({
    lines: 7,
    headerRow: 2,
    rows: 3,
    linesInCells: 1,
    skipped: [
      { from: 1, to: 1, why: 'title' },
      { from: 4, to: 4, why: 'blank' },
    ],
    skippedRows: 2,
    firstRow: {
      row: 3,
      cells: [
        { column: 'TAL id', text: '7' },
        { column: 'Amount', text: '1' },
      ],
    },
    lastRow: {
      row: 6,
      cells: [
        { column: 'TAL id', text: '9\n9' },
        { column: 'Amount', text: '2' },
      ],
    },
    restoredZeros: [],
  });
});

test('a report of a table without rows shows none', () => {
  const table = read('TAL id,Amount\n');
  expect(reportOf(table, knownColumns(table.header, shape))).toMatchObject({
    rows: 0,
    firstRow: undefined,
    lastRow: undefined,
  });
});

test('at most 50 ranges are named and all skipped rows are counted', () => {
  const table = read(`TAL id,Amount\n${'1,2\n\n'.repeat(60)}`);
  const report = reportOf(table, knownColumns(table.header, shape));
  expect([report.skipped.length, report.skippedRows]).toEqual([50, 60]);
});

test('rows with text only in columns that are not read are reported as skipped', () => {
  const table = read('TAL id,Amount,Remark\n1,2,\n,,see below\n\n3,4,x\n');
  const columns = knownColumns(table.header, shape);
  expect(columns).toEqual(['TAL id', 'Amount', null]);
  expect(reportOf(withoutUnread(table, columns), columns)).toMatchObject({
    lines: 5,
    rows: 2,
    skipped: [
      { from: 3, to: 3, why: 'other_columns' },
      { from: 4, to: 4, why: 'blank' },
    ],
  });
});

test('a second column of a name is not read', () => {
  const { header } = read('TAL id,tal_id,Amount\n1,2,3\n');
  expect(knownColumns(header, shape)).toEqual(['TAL id', null, 'Amount']);
});

test('a cell is masked and cut before it is shown', () => {
  const table = read(`TAL id,Amount\n${'5'.repeat(90)},2\n`);
  const report = reportOf(table, ['TAL id', 'Amount'], (text, place) =>
    place === 1 ? '\u2022' : text,
  );
  expect(report.firstRow?.cells.map(({ text }) => text)).toEqual(['5'.repeat(60), '\u2022']);
});

test('zeros that a workbook shows but does not store are counted by column', async () => {
  const styles =
    '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0000"/></numFmts><cellXfs><xf ' +
    'numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>';
  const cells = [2, 3].map((row) => `<row r="${row}"><c r="A${row}" s="1"><v>12</v></c></row>`);
  const sheet = sheetXml(`${textRows([['TAL id', 'Amount']])}${cells.join('')}`);
  const table = await readWorkbook(anXlsx({ sheets: { A: sheet }, styles }), shape);
  const report = reportOf(table, knownColumns(table.header, shape));
  expect(report.restoredZeros).toEqual([{ column: 'TAL id', cells: 2 }]);
  expect(report.firstRow?.cells).toEqual([{ column: 'TAL id', text: '0012' }]);
});
