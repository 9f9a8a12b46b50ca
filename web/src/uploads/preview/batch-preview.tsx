import type { BatchPreview } from '@portal/contract/exams/grades';
import {
  IconAlertCircle,
  IconCertificate,
  IconEqual,
  IconFileCheck,
  IconPencil,
} from '@tabler/icons-react';
import type { Column } from '../../shared/table/table-props.ts';
import { countsOf, type Outcomes, outcomeColumn, Problem, placeColumn } from './outcomes.tsx';
import { UploadPreview } from './upload-preview.tsx';

type Row = BatchPreview['rows'][number];

/** The effect on a registration, in the office's words. */
const outcomes: Outcomes<Row['outcome']> = {
  wrong: { word: 'Error', tone: 'garnet', icon: IconAlertCircle },
  graded: { word: 'Graded', tone: 'moss', icon: IconCertificate },
  taken: { word: 'Taken', tone: 'teal', icon: IconFileCheck },
  updated: { word: 'Updated', tone: 'lapis', icon: IconPencil },
  unchanged: { word: 'Unchanged', tone: 'slate', icon: IconEqual },
};

const columns: readonly Column<Row>[] = [
  placeColumn,
  outcomeColumn(outcomes),
  {
    id: 'changes',
    title: 'What changes, or what is wrong',
    text: ({ changes, problem }) => problem ?? changes.join(', '),
    cell: ({ changes, problem }) =>
      problem === null ? changes.join(' \u00b7 ') : <Problem>{problem}</Problem>,
  },
  { id: 'student', title: 'Student', text: ({ student }) => student ?? '' },
  { id: 'exam', title: 'Exam', text: ({ exam }) => exam ?? '' },
  {
    id: 'registration',
    title: 'Registration',
    numeric: true,
    text: ({ registrationId }) => (registrationId === null ? '' : String(registrationId)),
  },
];

/** The effect of an exam batch on each registration. */
export function BatchPreviewTable({
  lines,
  preview: { rows, wrong, report },
}: {
  lines: readonly string[];
  preview: BatchPreview;
}) {
  return (
    <UploadPreview
      lines={lines}
      name="rows"
      columns={columns}
      rows={rows}
      keyOf={({ place }) => place}
      isProblem={({ outcome }) => outcome === 'wrong'}
      blocked={wrong > 0}
      report={report}
      counts={countsOf(outcomes, rows)}
    />
  );
}
