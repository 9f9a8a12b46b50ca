import { createPortal } from 'react-dom';
import { resultColumns, resultKey } from '../shared/exams/result-columns.tsx';
import { dayText } from '../shared/format/dates.ts';
import type { Info, Result } from './api.ts';
import classes from './results-sheet.module.css';

/** The vendors in the order of the page. */
export const vendors = [
  { id: 1, name: 'TAL' },
  { id: 4, name: 'CIS' },
  { id: 3, name: 'Coopersmith' },
] as const;

/** Results that may be shown outside of the office. R-329. */
const isShown = ({ result }: Result): boolean => ['Pass', 'Pending', 'N/A'].includes(result);

/** The results of a vendor that the paper has. */
export const shownOf = (results: readonly Result[], vendorId: number): Result[] =>
  results.filter((one) => one.vendorId === vendorId && isShown(one));

interface ResultsSheetProps {
  student: Info['student'];
  results: readonly Result[];
  /** YYYY-MM-DD */
  today: string;
}

/**
 * The results on paper, for the browser's own PDF: it lies beside the page and is seen only in
 * print, alone.
 */
export function ResultsSheet({ student, results, today }: ResultsSheetProps) {
  return createPortal(
    <article className={classes.sheet} aria-hidden="true">
      <header>
        <p className={classes.office}>JSE</p>
        <p className={classes.name}>Exam results</p>
        <p>
          {student.firstName} {student.lastName}
          {student.jseId && `, JSE id ${student.jseId}`}
        </p>
        {student.collegeName && <p>{student.collegeName}</p>}
        <p>As of {dayText(today)}</p>
      </header>
      {vendors.map(({ id, name }) => {
        const rows = shownOf(results, id);
        if (rows.length === 0) return null;
        return (
          <table key={id}>
            <caption>{name}</caption>
            <thead>
              <tr>
                {resultColumns.map((column) => (
                  <th key={column.id} scope="col">
                    {column.title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={resultKey(row)}>
                  {resultColumns.map((column) => (
                    <td key={column.id}>{column.text(row)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        );
      })}
    </article>,
    document.body,
  );
}

/** Prints the page with a title that becomes the name of the file. */
export function printAs(title: string): void {
  const before = document.title;
  document.title = title;
  const restore = () => {
    document.title = before;
  };
  window.addEventListener('afterprint', restore, { once: true });
  window.print();
}
