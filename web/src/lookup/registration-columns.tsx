import { newYorkDay } from '@portal/contract/days';
import { gradeStatus } from '@portal/contract/exams/grade-status';
import { ResultBadge, resultText } from '../shared/exams/result-badge.tsx';
import { paidText, tableSession } from '../shared/exams/row-facts.ts';
import { tableDay, tableDayOf } from '../shared/format/dates.ts';
import type { Column } from '../shared/table/table-props.ts';
import type { FoundRegistration } from './api.ts';

const dayOrNothing = (day: string | null): string => (day === null ? '' : tableDay(day));

/** The grade as staff read it: 'X' for a disqualified exam. */
const gradeText = ({ grade, gradeComment }: FoundRegistration): string =>
  gradeComment?.includes('Disqualified') ? 'X' : (grade ?? '');
/** The result of an exam that was taken; nothing before. */
const resultOf = (one: FoundRegistration): string =>
  one.examTaken || one.gradeComment !== null ? gradeStatus(one, newYorkDay(new Date())).status : '';
const batchText = ({ batchDate, batchId }: FoundRegistration): string => {
  if (batchDate === null) return batchId === null ? '' : String(batchId);
  return batchDate === 'N/A' ? batchDate : tableDay(batchDate);
};

/** The columns of a student's registrations: exam, time, place, paid and passed come first. A-05 */
export const registrationColumns: readonly Column<FoundRegistration>[] = [
  {
    id: 'exam',
    title: 'Exam',
    text: (one) => one.examName,
    cell: (one) => <strong>{one.examName}</strong>,
  },
  {
    id: 'status',
    title: 'Status',
    // the state Created has no word of its own
    text: ({ status, active }) => {
      const word = status === 'Created' ? '' : status;
      return active ? word : `${word} [non-active]`;
    },
  },
  {
    id: 'session',
    title: 'Session',
    text: (one) => tableSession(one.sessionDate, one.testSessionTime),
  },
  { id: 'location', title: 'Place', text: (one) => one.location ?? '' },
  { id: 'paid', title: 'Paid', text: (one) => paidText(one.chargedOn, one.feesDue) },
  { id: 'taken', title: 'Taken', text: (one) => dayOrNothing(one.examTakenDate) },
  {
    id: 'result',
    title: 'Result',
    text: (one) => resultText(resultOf(one), one.gradeComment),
    cell: (one) => <ResultBadge result={resultOf(one)} comment={one.gradeComment} />,
  },
  { id: 'grade', title: 'Grade', text: gradeText },
  { id: 'vendor', title: 'Vendor', text: (one) => one.vendorName },
  { id: 'code', title: 'Code', text: (one) => one.secularNumber },
  { id: 'created', title: 'Created', text: (one) => tableDayOf(one.createdOn) },
  { id: 'batch', title: 'Batch', text: batchText },
  { id: 'cancelled', title: 'Cancelled', text: (one) => dayOrNothing(one.cancelledOn) },
  { id: 'credits', title: 'Credits', numeric: true, text: (one) => String(one.credits) },
];
