import type { Uploaded } from './api.ts';
import classes from './imports.module.css';

type Report = NonNullable<Uploaded['report']>;
type Skipped = Report['skipped'][number];

const reasons: Record<Skipped['why'], string> = {
  separator: 'names the separator',
  title: 'above the column names',
  blank: 'blank',
  repeated_header: 'column names again',
};
const num = (count: number): string => count.toLocaleString('en-US');
const counted = (count: number, one: string, many: string): string =>
  `${num(count)} ${count === 1 ? one : many}`;

const rangeText = ({ from, to, why }: Skipped): string =>
  from === to
    ? `Row ${num(from)}: ${reasons[why]}`
    : `Rows ${num(from)} to ${num(to)}: ${reasons[why]}`;

/** Says how the lines of a file add up: the column names, rows, skipped rows and lines in cells. */
export function linesText({ lines, rows, skippedRows, linesInCells }: Report): string {
  const parts = [
    '1 with the column names',
    `${num(rows)} read as ${rows === 1 ? 'a row' : 'rows'}`,
  ];
  if (skippedRows > 0) parts.push(`${num(skippedRows)} skipped`);
  if (linesInCells > 0) parts.push(`${num(linesInCells)} inside a cell`);
  return `${counted(lines, 'line', 'lines')} in the file: ${parts.join(', ')}.`;
}

interface FileReportProps {
  uploaded: Pick<Uploaded, 'report' | 'firstRow' | 'lastRow' | 'columns'>;
}

/** Compares the lines of a file with the rows that were read; shows the first and the last row. */
export function FileReport({ uploaded: { report, firstRow, lastRow, columns } }: FileReportProps) {
  if (report === null) return null;
  const named = report.skipped.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  const ends = [
    { title: 'First row', shown: firstRow },
    { title: 'Last row', shown: report.rows > 1 ? lastRow : null },
  ];
  return (
    <section className={classes.report} aria-label="What was read">
      <p>{linesText(report)}</p>
      {report.skipped.length > 0 && (
        <ul aria-label="Skipped rows">
          {report.skipped.map((range) => (
            <li key={range.from}>{rangeText(range)}</li>
          ))}
          {report.skippedRows > named && (
            <li>{`And ${counted(report.skippedRows - named, 'row', 'rows')} more`}</li>
          )}
        </ul>
      )}
      <dl>
        {ends.map(
          ({ title, shown }) =>
            shown && (
              <div key={title}>
                <dt>{`${title} (row ${num(shown.row)})`}</dt>
                <dd>
                  {columns.map(({ column }, at) =>
                    shown.cells[at] ? (
                      <bdi key={column} title={column}>
                        {shown.cells[at]}
                      </bdi>
                    ) : null,
                  )}
                </dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}
