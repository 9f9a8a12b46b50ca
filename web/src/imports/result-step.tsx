import { Button, Pagination, Text } from '@mantine/core';
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
import { csvOf, saveFile } from '../shared/table/csv.ts';
import { PlainTable } from '../shared/table/plain-table.tsx';
import { ToneBadge } from '../shared/ui/tone-badge.tsx';
import { type ImportResult, importsCall } from './api.ts';
import classes from './imports.module.css';

const PAGE = 100;

const columns = [
  {
    ...{ id: 'row', title: 'Row', numeric: true },
    text: ({ row }: ImportResult['rows'][number]) => String(row),
  },
  {
    ...{ id: 'text', title: 'Result' },
    text: ({ text }: ImportResult['rows'][number]) => text,
  },
  {
    ...{ id: 'student', title: 'Student', numeric: true },
    text: ({ studentId }: ImportResult['rows'][number]) => String(studentId ?? ''),
  },
];

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

/** How far the run is, then what came of each row. */
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
        <Link to="/admin/student-lookup">Student lookup</Link>
      </div>
      <PlainTable
        title="Rows"
        columns={columns}
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
