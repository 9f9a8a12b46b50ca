import type { ExamResult } from '@portal/contract/students/student-info';
import { tableDay } from '../format/dates.ts';
import type { Column } from '../table/table-props.ts';
import classes from './result-columns.module.css';

const isBad = ({ result }: ExamResult): boolean => result === 'Fail' || result === 'Disqualified';

/** The columns of a vendor's exam results. */
export const resultColumns: readonly Column<ExamResult>[] = [
  { id: 'number', title: 'Course number', text: (one) => one.courseNumber },
  {
    id: 'subject',
    title: 'Subject',
    text: (one) => one.subject,
    cell: (one) => <strong>{one.subject}</strong>,
  },
  { id: 'credits', title: 'Credits', numeric: true, text: (one) => `${one.credits ?? ''}` },
  {
    id: 'date',
    title: 'Date',
    text: (one) => (one.examTakenDate ? tableDay(one.examTakenDate) : ''),
  },
  { id: 'online', title: 'Online', text: (one) => (one.isOnline ? 'Yes' : 'No') },
  {
    id: 'result',
    title: 'Result',
    text: (one) => one.result,
    cell: (one) => <span className={isBad(one) ? classes.bad : undefined}>{one.result}</span>,
  },
  { id: 'score', title: 'Score', text: (one) => one.score ?? '' },
];

/** Names a row among the results of a vendor. */
export const resultKey = (one: ExamResult): string =>
  [one.courseNumber, one.examTakenDate, one.result, one.score].join();
