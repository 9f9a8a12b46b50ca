import { Anchor, Button, Pagination, Text } from '@mantine/core';
import { scopeOf } from '@portal/access/can';
import {
  IconArrowBackUp,
  IconCirclePlus,
  IconDownload,
  IconMinus,
  IconPencil,
  IconX,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { answerKey } from '../shared/api/calls.ts';
import { instantText } from '../shared/format/dates.ts';
import { type RunResult, RunView } from '../shared/runs/run-view.tsx';
import { readSession } from '../shared/session/session.ts';
import { csvOf, saveFile } from '../shared/table/csv.ts';
import { PlainTable } from '../shared/table/plain-table.tsx';
import type { Column } from '../shared/table/table-props.ts';
import { ToneBadge } from '../shared/ui/tone-badge.tsx';
import { type ImportResult, importsCall } from './api.ts';
import classes from './imports.module.css';

const PAGE = 100;

type ResultRow = ImportResult['rows'][number];

const columns: readonly Column<ResultRow>[] = [
  { id: 'row', title: 'Row', numeric: true, text: ({ row }) => String(row) },
  { id: 'text', title: 'Result', text: ({ text }) => text },
  {
    id: 'student',
    title: 'Student',
    numeric: true,
    text: ({ studentId }) => String(studentId ?? ''),
  },
];
/** The columns for the office: the id links to the student. */
const linked = columns.map((column) =>
  column.id === 'student'
    ? {
        ...column,
        cell: ({ studentId }: ResultRow) =>
          studentId !== null && (
            <Anchor component={Link} to={`/admin/student/${studentId}`}>
              {studentId}
            </Anchor>
          ),
      }
    : column,
);

/** The result row by row, for a spreadsheet. */
const fileOf = ({ rows }: ImportResult): string =>
  csvOf([
    ['Row', 'Result', 'Student'],
    ...rows.map(({ row, text, studentId }) => [String(row), text, String(studentId ?? '')]),
  ]);

const numbered = (word: string, count: number): string =>
  `${word} ${count.toLocaleString('en-US')}`;

interface ResultStepProps {
  runId: string;
  total: number;
  /** Whether the person may undo it now. */
  mayUndo: (importId: string) => boolean;
  onUndo: (importId: string) => void;
  onAgain: () => void;
}

/** The progress of the run, then the outcome of each row. */
export function ResultStep({ runId, total, mayUndo, onUndo, onAgain }: ResultStepProps) {
  const [result, setResult] = useState<ImportResult | null>(null);
  const [page, setPage] = useState(1);
  const client = useQueryClient();
  const finish = (done: RunResult) => {
    if (done.kind !== 'importStudents') return;
    setResult(done);
    void client.invalidateQueries({ queryKey: answerKey(importsCall) });
  };
  if (!result)
    return (
      <div className={classes.narrow}>
        <RunView runId={runId} label="Adding students" total={total} onDone={finish} />
        <Text c="dimmed">You can leave this page: it goes on by itself.</Text>
      </div>
    );
  const { added, changed, skipped, failed, rows } = result;
  const pages = Math.ceil(rows.length / PAGE);
  const isOffice = scopeOf(readSession(), 'student_import.run') === 'any';
  return (
    <div className={classes.step}>
      <div className={classes.sums} role="status">
        <ToneBadge tone="moss" icon={IconCirclePlus}>
          {numbered('Added', added)}
        </ToneBadge>
        {changed > 0 && (
          <ToneBadge tone="lapis" icon={IconPencil}>
            {numbered('Cohort updated', changed)}
          </ToneBadge>
        )}
        <ToneBadge tone="slate" icon={IconMinus}>
          {numbered('Skipped', skipped)}
        </ToneBadge>
        {failed > 0 && (
          <ToneBadge tone="garnet" icon={IconX}>
            {numbered('Failed', failed)}
          </ToneBadge>
        )}
      </div>
      <div className={classes.foot}>
        <Button onClick={onAgain}>Import another file</Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.8} aria-hidden="true" />}
          onClick={() => saveFile('import-result.csv', fileOf(result))}
        >
          Download result
        </Button>
        {mayUndo(result.importId) && (
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={16} stroke={1.8} aria-hidden="true" />}
            onClick={() => onUndo(result.importId)}
          >
            {`Undo until ${instantText(result.undoUntil)}`}
          </Button>
        )}
        {isOffice && (
          <Anchor component={Link} to="/admin/student-lookup">
            Student lookup
          </Anchor>
        )}
      </div>
      <PlainTable
        title="Rows"
        columns={isOffice ? linked : columns}
        rows={rows.slice((page - 1) * PAGE, page * PAGE)}
        keyOf={({ row }) => row}
        empty="The file has no rows."
      />
      {pages > 1 && (
        <Pagination
          total={pages}
          value={page}
          onChange={setPage}
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
        />
      )}
    </div>
  );
}
