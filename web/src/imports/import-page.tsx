import { Text } from '@mantine/core';
import { scopeOf } from '@portal/access/can';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useCommand } from '../shared/api/calls.ts';
import { api, send } from '../shared/api/client.ts';
import { NO_SCHOOLS } from '../shared/page/empty-lists.ts';
import { StaffPage } from '../shared/page/staff-page.tsx';
import { StepsLine } from '../shared/page/steps-line.tsx';
import { readSession } from '../shared/session/session.ts';
import { CallError, RowSkeletons } from '../shared/ui/feedback.tsx';
import { previewCall, type Reading, type Uploaded, useImports, useSchools } from './api.ts';
import { CheckStep, type Chosen } from './check-step.tsx';
import { ColumnsStep } from './columns-step.tsx';
import { EarlierImports } from './earlier-imports.tsx';
import { firstMapping } from './field-words.ts';
import { FileStep, sendStudents } from './file-step.tsx';
import { ResultStep } from './result-step.tsx';
import { UndoModal } from './undo-modal.tsx';

const STEPS = ['File', 'Columns', 'Check', 'Result'] as const;

/** A table being imported; the file stays in the page, since it is stored nowhere else. */
interface Table {
  file: File;
  uploaded: Uploaded;
  reading: Reading;
  /** Columns whose cells the server still has: all of them until the first check. */
  checked: Reading | null;
  isChecking: boolean;
}

const sameReading = (one: Reading, other: Reading): boolean =>
  JSON.stringify(one.mapping) === JSON.stringify(other.mapping);

/** O-07: students of a table are put on record, in four steps. */
export function ImportStudentsPage() {
  const [address, setAddress] = useSearchParams();
  const runId = address.get('run');
  const schools = useSchools();
  const imports = useImports();
  const [chosenSchool, setChosenSchool] = useState<number | null>(null);
  const [table, setTable] = useState<Table | null>(null);
  const [chosen, setChosen] = useState<Chosen>(new Map());
  const [checking, setChecking] = useState<{ busy: boolean; error: Error | null }>({
    busy: false,
    error: null,
  });
  const [undoing, setUndoing] = useState<string | null>(null);
  const run = useCommand(api.importStudents, {
    onDone: (answer) => {
      if (answer.state === 'processing') setAddress({ run: answer.runId });
    },
  });

  const isOfSchool = scopeOf(readSession(), 'student_import.run') === 'own_school';
  const open = (schools.data?.schools ?? []).filter(
    (one) => !(isOfSchool && one.students_are_members),
  );
  const schoolId = isOfSchool ? (open[0]?.id ?? null) : chosenSchool;
  const begin = (next: Table | null) => {
    setTable(next);
    setChosen(new Map());
    setChecking({ busy: false, error: null });
    run.reset();
  };

  /** A check drops unmapped columns: to map others, the file is sent once more. */
  const check = async () => {
    if (!table || schoolId === null) return;
    setChecking({ busy: true, error: null });
    try {
      const isKnown = table.checked === null || sameReading(table.checked, table.reading);
      const uploaded = isKnown ? table.uploaded : await sendStudents(schoolId, table.file);
      await send(previewCall, { importId: uploaded.importId, ...table.reading, pageSize: 1 });
      setChosen(new Map());
      setTable({ ...table, uploaded, checked: table.reading, isChecking: true });
      setChecking({ busy: false, error: null });
    } catch (error) {
      setChecking({ busy: false, error: error as Error });
    }
  };

  const step = runId !== null ? 4 : table === null ? 1 : table.isChecking ? 3 : 2;
  const mayUndo = (importId: string): boolean =>
    imports.data?.imports.some((one) => one.importId === importId && one.mayUndo) === true;
  return (
    <StaffPage title="Import students">
      <StepsLine steps={STEPS} step={step} />
      {step === 1 && (
        <>
          {schools.isPending && <RowSkeletons count={1} />}
          <CallError
            error={schools.error}
            onRetry={() => void schools.refetch()}
            busy={schools.isFetching}
          />
          {schools.data && open.length === 0 && (
            <Text>
              {schools.data.schools.length === 0
                ? NO_SCHOOLS
                : 'The students of your school are members: the office adds them.'}
            </Text>
          )}
          {open.length > 0 && (
            <FileStep
              schools={open}
              schoolId={schoolId}
              onSchool={setChosenSchool}
              onUploaded={(file, uploaded) =>
                begin({
                  file,
                  uploaded,
                  checked: null,
                  isChecking: false,
                  reading: { mapping: firstMapping(uploaded), defaults: {}, dateOrder: 'MDY' },
                })
              }
            />
          )}
          <EarlierImports onUndo={setUndoing} />
        </>
      )}
      {step === 2 && table && (
        <ColumnsStep
          uploaded={table.uploaded}
          school={open.find(({ id }) => id === schoolId)}
          reading={table.reading}
          onReading={(reading) => setTable({ ...table, reading })}
          busy={checking.busy}
          error={checking.error}
          onBack={() => begin(null)}
          onCheck={() => void check()}
        />
      )}
      {step === 3 && table && (
        <CheckStep
          key={table.uploaded.importId}
          importId={table.uploaded.importId}
          reading={table.reading}
          chosen={chosen}
          onChosen={setChosen}
          busy={run.isPending}
          error={run.error}
          onBack={() => setTable({ ...table, isChecking: false })}
          onRun={(previewHash) =>
            run.mutate({
              importId: table.uploaded.importId,
              previewHash,
              choices: [...chosen].map(([row, { choice }]) => ({ row, choice })),
            })
          }
        />
      )}
      {runId !== null && (
        <ResultStep
          key={runId}
          runId={runId}
          total={0}
          mayUndo={mayUndo}
          onUndo={setUndoing}
          onAgain={() => {
            begin(null);
            setAddress({});
          }}
        />
      )}
      {undoing !== null && <UndoModal importId={undoing} onClose={() => setUndoing(null)} />}
    </StaffPage>
  );
}
