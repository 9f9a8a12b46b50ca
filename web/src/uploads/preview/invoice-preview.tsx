import type { InvoicePreview } from '@portal/contract/exams/invoices';
import { IconAlertCircle, IconCircleCheck, IconUnlink } from '@tabler/icons-react';
import { tableDay } from '../../shared/format/dates.ts';
import { money } from '../../shared/format/money.ts';
import type { Column } from '../../shared/table/table-props.ts';
import { countsOf, type Outcomes, outcomeColumn, Problem, placeColumn } from './outcomes.tsx';
import { UploadPreview } from './upload-preview.tsx';

type Row = InvoicePreview['rows'][number];

const outcomes: Outcomes<Row['outcome']> = {
  wrong: { word: 'Error', tone: 'garnet', icon: IconAlertCircle },
  unmatched: { word: 'Not matched', tone: 'brass', icon: IconUnlink },
  matched: { word: 'Matched', tone: 'moss', icon: IconCircleCheck },
};

const columns: readonly Column<Row>[] = [
  placeColumn,
  outcomeColumn(outcomes),
  {
    id: 'match',
    title: 'Match, or why there is none',
    text: ({ match, problem }) => match ?? problem ?? '',
    cell: ({ match, problem, outcome }) =>
      outcome === 'wrong' ? <Problem>{problem ?? ''}</Problem> : (match ?? problem),
  },
  {
    id: 'student',
    title: 'Student',
    text: ({ lastName, firstName }) => [lastName, firstName].filter(Boolean).join(', '),
  },
  { id: 'exam', title: 'Exam', text: ({ examCode }) => examCode ?? '' },
  {
    id: 'date',
    title: 'Date',
    text: ({ examDate }) => (examDate === null ? '' : tableDay(examDate)),
  },
  {
    id: 'amount',
    title: 'Amount',
    numeric: true,
    text: ({ amount }) => (amount === null ? '' : money(amount)),
  },
];

/** The matches of an invoice, line by line. */
export const InvoicePreviewTable = ({
  message,
  preview: { rows, wrong, report },
}: {
  message: string;
  preview: InvoicePreview;
}) => (
  <UploadPreview
    lines={[message]}
    name="lines"
    columns={columns}
    rows={rows}
    keyOf={({ place }) => place}
    isProblem={({ outcome }) => outcome !== 'matched'}
    blocked={wrong > 0}
    report={report}
    counts={countsOf(outcomes, rows)}
  />
);
