import { Button, Pagination, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useAnswer } from '../shared/api/calls.ts';
import { isRefusal, send } from '../shared/api/client.ts';
import { CallError, RowSkeletons } from '../shared/ui/feedback.tsx';
import {
  type ImportChoice,
  type ImportState,
  type Preview,
  previewCall,
  type Reading,
  type StudentImportRow,
} from './api.ts';
import { CheckRows } from './check-rows.tsx';
import classes from './imports.module.css';
import { stateLooks, states } from './state-looks.ts';

const PAGE = 50;
const WHOLE_PAGE = 200;

/** Choices that replace the preset, by row. */
export type Chosen = ReadonlyMap<number, { choice: ImportChoice; preset: ImportChoice }>;

/** How many rows are done with each choice. */
export function countChoices(counts: Preview['counts'], chosen: Chosen) {
  const done = { add: counts.add, cohort: 0 };
  for (const { choice, preset } of chosen.values()) {
    if (preset === 'add') done.add -= 1;
    if (choice !== 'skip') done[choice] += 1;
  }
  return done;
}

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

/** Returns the label of the step's button: 'Add 12 students, update 2 cohorts'. */
export function runText({ add, cohort }: { add: number; cohort: number }): string {
  const added = add > 0 || cohort === 0 ? `add ${counted(add, 'student', 'students')}` : '';
  const updated = cohort > 0 ? `update ${counted(cohort, 'cohort', 'cohorts')}` : '';
  const text = [added, updated].filter(Boolean).join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

interface CheckStepProps {
  importId: string;
  reading: Reading;
  chosen: Chosen;
  onChosen: (chosen: Chosen) => void;
  busy: boolean;
  error: Error | null;
  onBack: () => void;
  onRun: (previewHash: string) => void;
}

/** The effect of each row; the counts are filters. */
export function CheckStep({
  importId,
  reading,
  chosen,
  onChosen,
  busy,
  error,
  onBack,
  onRun,
}: CheckStepProps) {
  const [what, setWhat] = useState<ImportState | null>(null);
  const [page, setPage] = useState(1);
  const [all, setAll] = useState<{ busy: boolean; error: Error | null }>({
    busy: false,
    error: null,
  });
  const request = {
    importId,
    ...reading,
    page,
    pageSize: PAGE,
    ...(what === null ? {} : { what }),
  };
  const preview = useAnswer(previewCall, request, { keepOld: true });
  const { refetch } = preview;
  // the sentence asks to look again: at what is there now, by which the next try goes
  useEffect(() => {
    if (isRefusal(error, 'preview_outdated')) void refetch();
  }, [error, refetch]);
  if (preview.isPending) return <RowSkeletons count={4} />;
  if (preview.isError)
    return (
      <>
        <CallError
          error={preview.error}
          onRetry={() => void preview.refetch()}
          busy={preview.isFetching}
        />
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
      </>
    );
  const { rows, counts, total, previewHash } = preview.data;
  const choose = (changes: readonly { row: StudentImportRow; choice: ImportChoice }[]) => {
    const next = new Map(chosen);
    for (const { row, choice } of changes)
      if (choice === row.choice) next.delete(row.row);
      else next.set(row.row, { choice, preset: row.choice });
    onChosen(next);
  };
  const updateAll = async () => {
    setAll({ busy: true, error: null });
    try {
      const changes = [];
      for (let at = 1; (at - 1) * WHOLE_PAGE < counts.same; at += 1) {
        const same = await send(previewCall, {
          importId,
          ...reading,
          what: 'same',
          page: at,
          pageSize: WHOLE_PAGE,
        });
        for (const row of same.rows)
          if (row.choices.includes('cohort')) changes.push({ row, choice: 'cohort' as const });
      }
      choose(changes);
      setAll({ busy: false, error: null });
    } catch (failure) {
      setAll({ busy: false, error: failure as Error });
    }
  };
  const filter = (next: ImportState | null) => {
    setWhat(next);
    setPage(1);
  };
  const done = countChoices(counts, chosen);
  const sum = states.reduce((of, state) => of + counts[state], 0);
  const pages = Math.ceil(total / PAGE);
  return (
    <div className={classes.step}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would ask for a legend in sight */}
      <div className={classes.filters} role="group" aria-label="Rows that are shown">
        <button type="button" aria-pressed={what === null} onClick={() => filter(null)}>
          All <b className="num">{sum.toLocaleString('en-US')}</b>
        </button>
        {states.map((state) => {
          const { word, tone, icon: Icon } = stateLooks[state];
          return (
            <button
              key={state}
              type="button"
              data-tone={tone}
              aria-pressed={what === state}
              disabled={counts[state] === 0}
              onClick={() => filter(state)}
            >
              <Icon size={16} stroke={1.8} aria-hidden="true" /> {word}{' '}
              <b className="num">{counts[state].toLocaleString('en-US')}</b>
            </button>
          );
        })}
      </div>
      {what !== null && <Text c="dimmed">{stateLooks[what].means}</Text>}
      {what === 'same' && counts.same > 0 && (
        <div>
          <Button variant="default" onClick={() => void updateAll()} loading={all.busy}>
            Update the cohort of all
          </Button>
        </div>
      )}
      <CallError error={all.error} />
      <CheckRows
        rows={rows}
        choiceOf={({ row, choice }) => chosen.get(row)?.choice ?? choice}
        onChoice={(row, choice) => choose([{ row, choice }])}
      />
      {pages > 1 && (
        <Pagination
          total={pages}
          value={page}
          onChange={setPage}
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
        />
      )}
      <CallError error={error} />
      <div className={classes.foot}>
        <Button variant="default" onClick={onBack} disabled={busy}>
          Back
        </Button>
        <Button
          onClick={() => onRun(previewHash)}
          loading={busy}
          disabled={done.add + done.cohort === 0}
        >
          {runText(done)}
        </Button>
        <Text c="dimmed" fz="sm">
          No emails are sent.
        </Text>
      </div>
    </div>
  );
}
