import { resultOfComment } from '@portal/contract/exams/grade-status';
import { ResultBadge, resultText } from '../shared/exams/result-badge.tsx';
import { paidText, tableSession } from '../shared/exams/row-facts.ts';
import { VendorTile } from '../shared/exams/vendor-tile.tsx';
import { tableDay } from '../shared/format/dates.ts';
import type { Column } from '../shared/table/table-props.ts';
import type { RegistrationReportRow as Row } from './api.ts';
import classes from './reports.module.css';

const dayOrNothing = (day: string | null): string => (day === null ? '' : tableDay(day));

/** Returns the result of an exam by its grade comment; its papers arrive before it is graded. */
export function resultOf({ gradeComment, arrivedBack, batchDate }: Row): string {
  if (gradeComment === null) return arrivedBack || batchDate ? 'Pending' : '';
  return resultOfComment(gradeComment);
}
/** The tile of a vendor goes by its id, which a row does not have. */
const vendorIds: Readonly<Record<string, number>> = { TAL: 1, CCC: 3, CIS: 4 };

/** The columns of the registrations report: exam, place, time, paid, passed come first. A-18 */
export const reportColumns: readonly Column<Row>[] = [
  {
    id: 'student',
    title: 'Student',
    text: ({ lastName, firstName }) => `${lastName}, ${firstName}`,
  },
  { id: 'ssn', title: 'SSN', text: ({ ssn }) => ssn },
  {
    id: 'exam',
    title: 'Exam',
    text: ({ vendorName, subject, secularNumber }) => `${vendorName} ${subject} ${secularNumber}`,
    cell: ({ vendorName, subject, secularNumber }) => (
      <span className={classes.exam}>
        <VendorTile vendorId={vendorIds[vendorName] ?? 1} vendorName={vendorName} small />
        <strong>{subject}</strong> <span className={classes.code}>{secularNumber}</span>
      </span>
    ),
  },
  { id: 'type', title: 'Type', text: ({ sessionType }) => sessionType },
  {
    id: 'place',
    title: 'School or location',
    text: ({ locationName, schoolName }) => locationName ?? schoolName ?? '',
  },
  {
    id: 'session',
    title: 'Session',
    text: ({ sessionDate, sessionTime }) => tableSession(sessionDate, sessionTime),
  },
  { id: 'paid', title: 'Paid', text: ({ paidOn }) => paidText(paidOn, 0) },
  {
    id: 'result',
    title: 'Result',
    text: (row) => resultText(resultOf(row), row.gradeComment),
    cell: (row) => <ResultBadge result={resultOf(row)} comment={row.gradeComment} />,
  },
  { id: 'grade', title: 'Grade', numeric: true, text: ({ grade }) => grade ?? '' },
  { id: 'cohort', title: 'Cohort', text: (row) => row.school_cohort ?? '' },
  {
    id: 'online',
    title: 'Online exam started',
    text: ({ onlineExamStarted }) => dayOrNothing(onlineExamStarted),
    hiddenAtFirst: true,
  },
  {
    id: 'arrived',
    title: 'Arrived back',
    text: ({ arrivedBack }) => dayOrNothing(arrivedBack),
    hiddenAtFirst: true,
  },
  {
    id: 'batch',
    title: 'Batch',
    text: ({ batchDate }) => (batchDate === 'N/A' ? batchDate : dayOrNothing(batchDate)),
  },
  {
    id: 'cancelled',
    title: 'Admin cancelled on',
    text: (row) => dayOrNothing(row.admin_cancel_session_date),
    hiddenAtFirst: true,
  },
  {
    id: 'paper',
    title: 'Paper uploaded',
    text: (row) => (row.paper_exam_uploaded ? 'Yes' : 'No'),
    hiddenAtFirst: true,
  },
  {
    id: 'credits',
    title: 'Credits',
    numeric: true,
    text: ({ credits }) => (credits === null ? '' : String(credits)),
  },
];
