import type { TableReport } from '@portal/contract/table-report';
import classes from './file-report.module.css';

type Skipped = TableReport['skipped'][number];

const reasons: Record<Skipped['why'], string> = {
  separator: 'names the separator',
  title: 'above the column names',
  blank: 'blank',
  repeated_header: 'column names again',
  other_columns: 'text only in columns that are not read',
};
const num = (count: number): string => count.toLocaleString('en-US');
const counted = (count: number, one: string, many: string): string =>
  `${num(count)} ${count === 1 ? one : many}`;

const rangeText = ({ from, to, why }: Skipped): string =>
  from === to
    ? `Row ${num(from)}: ${reasons[why]}`
    : `Rows ${num(from)} to ${num(to)}: ${reasons[why]}`;

/** Says how the lines of a file add up: the column names, rows, skipped rows and lines in cells. */
export function linesText({ lines, rows, skippedRows, linesInCells }: TableReport): string {
  const parts = [
    '1 with the column names',
    `${num(rows)} read as ${rows === 1 ? 'a row' : 'rows'}`,
  ];
  if (skippedRows > 0) parts.push(`${num(skippedRows)} skipped`);
  if (linesInCells > 0) parts.push(`${num(linesInCells)} inside a cell`);
  return `${counted(lines, 'line', 'lines')} in the file: ${parts.join(', ')}.`;
}

const zerosText = ({ column, cells }: TableReport['restoredZeros'][number]): string =>
  `Leading zeros of ${counted(cells, 'cell', 'cells')} were restored as the workbook shows ` +
  `them: ${column}`;

/**
 * Compares the lines of a file with the rows that were read, lists skipped rows with the reasons,
 * marks restored zeros and shows the first and the last row. Shows nothing without a report.
 */
export function FileReport({ report }: { report: TableReport | null | undefined }) {
  if (!report) return null;
  const { firstRow, lastRow, skipped, skippedRows } = report;
  const named = skipped.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  const ends = [
    { title: 'First row', shown: firstRow },
    { title: 'Last row', shown: report.rows > 1 ? lastRow : null },
  ];
  return (
    <section className={classes.report} aria-label="What was read">
      <p>{linesText(report)}</p>
      {skipped.length > 0 && (
        <ul aria-label="Skipped rows">
          {skipped.map((range) => (
            <li key={range.from}>{rangeText(range)}</li>
          ))}
          {skippedRows > named && (
            <li>{`And ${counted(skippedRows - named, 'row', 'rows')} more`}</li>
          )}
        </ul>
      )}
      {report.restoredZeros.map((zeros) => (
        <p key={zeros.column} className={classes.restored}>
          {zerosText(zeros)}
        </p>
      ))}
      {firstRow && (
        <dl>
          {ends.map(
            ({ title, shown }) =>
              shown && (
                <div key={title}>
                  <dt>{`${title} (row ${num(shown.row)})`}</dt>
                  <dd>
                    {shown.cells.map(({ column, text }) => (
                      <span key={column}>
                        {column} <bdi>{text}</bdi>
                      </span>
                    ))}
                  </dd>
                </div>
              ),
          )}
        </dl>
      )}
    </section>
  );
}
