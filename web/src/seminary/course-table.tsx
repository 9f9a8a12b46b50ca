import type { SeminaryCourse } from '@portal/contract/seminary/students';
import { tableDay } from '../shared/format/dates.ts';
import { PlainTable } from '../shared/table/plain-table.tsx';
import type { Column } from '../shared/table/table-props.ts';

const dayOrNothing = (day: string | null): string => (day === null ? '' : tableDay(day));

const columns: readonly Column<SeminaryCourse>[] = [
  { id: 'subject', title: 'Subject', text: ({ subject }) => subject },
  { id: 'number', title: 'Course number', text: ({ courseNumber }) => courseNumber },
  { id: 'credits', title: 'Credits', numeric: true, text: (one) => String(one.numCredits) },
  {
    id: 'taken',
    title: 'Taken',
    text: ({ examActualTakenDate }) => dayOrNothing(examActualTakenDate),
  },
  {
    id: 'transcript',
    title: 'On transcript',
    text: ({ examTakenDate }) => dayOrNothing(examTakenDate),
  },
  { id: 'grade', title: 'Grade', text: ({ grade }) => grade ?? 'Pending' },
];

/** Exams that were sat at a seminary. */
export const CourseTable = ({
  title,
  courses,
}: {
  title: string;
  courses: readonly SeminaryCourse[];
}) => (
  <PlainTable
    title={title}
    columns={columns}
    rows={courses}
    keyOf={(one) => `${one.courseNumber} ${one.examActualTakenDate}`}
    empty="Student has no redeemable exams."
  />
);
