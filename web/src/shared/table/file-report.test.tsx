import { expect, test } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import { FileReport, linesText } from './file-report.tsx';

const report = {
  lines: 4,
  headerRow: 1,
  rows: 3,
  linesInCells: 0,
  skipped: [],
  skippedRows: 0,
  firstRow: null,
  lastRow: null,
  restoredZeros: [],
};
const cell = (column: string, text: string) => ({ column, text });

test('lines of a file add up to the rows that were read', () => {
  expect(linesText(report)).toBe('4 lines in the file: 1 with the column names, 3 read as rows.');
  expect(
    linesText({ ...report, lines: 25_003, rows: 1, skippedRows: 25_000, linesInCells: 1 }),
  ).toBe(
    '25,003 lines in the file: 1 with the column names, 1 read as a row, 25,000 skipped, 1 ' +
      'inside a cell.',
  );
});

test('skipped rows are listed with their reasons, and the first and last row are shown', () => {
  const skipped = [
    { from: 1, to: 1, why: 'title' as const },
    { from: 6, to: 1_200, why: 'blank' as const },
  ];
  render(
    <FileReport
      report={{
        ...report,
        lines: 1_300,
        skipped,
        skippedRows: 1_200,
        firstRow: { row: 3, cells: [cell('Last name', 'Levi'), cell('Last 4', '••••')] },
        lastRow: { row: 5, cells: [cell('Last name', 'Katz')] },
      }}
    />,
  );
  const list = within(screen.getByRole('list', { name: 'Skipped rows' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Row 1: above the column names',
    'Rows 6 to 1,200: blank',
    'And 4 rows more',
  ]);
  expect(screen.getByText('First row (row 3)').nextSibling?.textContent).toBe(
    'Last name LeviLast 4 ••••',
  );
  expect(screen.getByText('Last row (row 5)').nextSibling?.textContent).toBe('Last name Katz');
});

test('restored zeros are marked with their column', () => {
  const restoredZeros = [{ column: 'tal_id', cells: 12 }];
  render(<FileReport report={{ ...report, restoredZeros }} />);
  screen.getByText('Leading zeros of 12 cells were restored as the workbook shows them: tal_id');
});

test('nothing is shown while the portal is updated and no report came', () => {
  render(<FileReport report={null} />);
  expect(screen.queryByRole('region')).toBeNull();
});
