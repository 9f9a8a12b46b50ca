import { tableDay, tableDayOf } from '../shared/format/dates.ts';
import type { Column } from '../shared/table/table-props.ts';
import type { FoundRegistration } from './api.ts';
import classes from './lookup.module.css';

const dayOrNothing = (day: string | null): string => (day === null ? '' : tableDay(day));

/** The grade as staff read it: 'X' for a disqualified exam. */
const gradeText = ({ grade, gradeComment }: FoundRegistration): string =>
  gradeComment?.includes('Disqualified') ? 'X' : (grade ?? '');
const isBad = ({ gradeComment }: FoundRegistration): boolean =>
  /Disqualified|Fail/.test(gradeComment ?? '');
const batchText = ({ batchDate, batchId }: FoundRegistration): string => {
  if (batchDate === null) return batchId === null ? '' : String(batchId);
  return batchDate === 'N/A' ? batchDate : tableDay(batchDate);
};

/** The columns of a student's registrations. A-05. */
export const registrationColumns: readonly Column<FoundRegistration>[] = [
  {
    id: 'exam',
    title: 'Exam',
    text: (one) => one.examName,
    cell: (one) => <strong>{one.examName}</strong>,
  },
  { id: 'vendor', title: 'Vendor', text: (one) => one.vendorName },
  { id: 'code', title: 'Code', text: (one) => one.secularNumber },
  { id: 'created', title: 'Created', text: (one) => tableDayOf(one.createdOn) },
  {
    id: 'status',
    title: 'Status',
    // what has only been made has no word of its own
    text: ({ status, active }) => {
      const word = status === 'Created' ? '' : status;
      return active ? word : `${word} [non-active]`;
    },
  },
  { id: 'location', title: 'Session or location', text: (one) => one.location ?? '' },
  { id: 'taken', title: 'Taken', text: (one) => dayOrNothing(one.examTakenDate) },
  {
    id: 'grade',
    title: 'Grade',
    text: gradeText,
    cell: (one) => (
      <span className={isBad(one) ? classes.bad : undefined} title={one.gradeComment ?? undefined}>
        {gradeText(one)}
      </span>
    ),
  },
  { id: 'batch', title: 'Batch', text: batchText },
  { id: 'cancelled', title: 'Cancelled', text: (one) => dayOrNothing(one.cancelledOn) },
  { id: 'credits', title: 'Credits', numeric: true, text: (one) => String(one.credits) },
];
