import type { PaperPreview } from '@portal/contract/seminary/students';
import { IconCirclePlus, IconFileCheck } from '@tabler/icons-react';
import { tableDay } from '../../shared/format/dates.ts';
import type { Column } from '../../shared/table/table-props.ts';
import { countsOf, type Outcomes, outcomeColumn, Problem } from './outcomes.tsx';
import { UploadPreview } from './upload-preview.tsx';

type Row = PaperPreview['rows'][number] & { at: number; outcome: 'new' | 'known' };

const outcomes: Outcomes<Row['outcome']> = {
  new: { word: 'New', tone: 'moss', icon: IconCirclePlus },
  known: { word: 'On record', tone: 'slate', icon: IconFileCheck },
};

const dateOf = ({ examActualTakenDate: day }: Row['exam']): string =>
  day === null ? '' : tableDay(day);

const columns: readonly Column<Row>[] = [
  { id: 'exam', title: 'Exam', text: ({ exam }) => exam.subject },
  outcomeColumn(outcomes),
  {
    id: 'date',
    title: 'Date taken',
    text: ({ exam }) => dateOf(exam),
  },
  { id: 'grade', title: 'Grade', text: ({ exam }) => exam.grade ?? 'Pending' },
  {
    id: 'note',
    title: 'Look twice',
    text: ({ note }) => note ?? '',
    cell: ({ note }) => note !== null && <Problem>{note}</Problem>,
  },
];

/**
 * Returns the rows' warnings, to be shown above the table too: on a phone their column is far away.
 */
const notesOf = (rows: readonly Row[]): string[] =>
  rows.flatMap(({ exam, note }) =>
    note === null ? [] : [`${exam.subject} ${dateOf(exam)}: ${note}`],
  );

/** The resulting exams of a seminary student, the uploaded one first. */
export function PaperPreviewTable({ msg, preview }: { msg: string; preview: PaperPreview }) {
  const rows = preview.rows.map(
    (row, at): Row => ({ ...row, at, outcome: row.isNew ? 'new' : 'known' }),
  );
  return (
    <UploadPreview
      lines={[msg, ...notesOf(rows)]}
      name="exams"
      columns={columns}
      rows={rows}
      keyOf={({ at }) => at}
      isProblem={({ note }) => note !== null}
      blocked={false}
      counts={countsOf(outcomes, rows)}
    />
  );
}
