import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useCommand } from '../shared/api/calls.ts';
import { ModalFrame } from '../shared/dialogs/modal-frame.tsx';
import { ChangedMeanwhile } from '../shared/history/changed-meanwhile.tsx';
import { CallError } from '../shared/ui/feedback.tsx';
import { catalogueCall, type OfficeExam, saveExamCall } from './api.ts';
import { ExamFields } from './exam-fields.tsx';
import {
  differing,
  type ExamValues,
  emptyExam,
  examInput,
  isComplete,
  valuesOf,
  withMine,
} from './exam-form.ts';
import { inWords, type Names } from './exam-words.ts';
import { Facts } from './facts.tsx';

interface ExamModalProps {
  /** Null: a new one. */
  exam: OfficeExam | null;
  names: Names;
  mayEdit: boolean;
  onClose: () => void;
}

/** An exam, new, changed, or only read. */
export function ExamModal({ exam, names, mayEdit, onClose }: ExamModalProps) {
  const [seen, setSeen] = useState(exam);
  const [values, setValues] = useState<ExamValues>(() => (exam ? valuesOf(exam) : emptyExam));
  const save = useCommand(saveExamCall, {
    refreshes: [catalogueCall],
    onDone: ({ item }) => {
      notifications.show({ message: `${item.subject} was ${exam ? 'changed' : 'added'}.` });
      onClose();
    },
  });
  if (!mayEdit && exam)
    return (
      <ModalFrame title={exam.subject} opened onClose={onClose} width={640}>
        <Facts
          facts={inWords(valuesOf(exam), names).map(([, title, text]) => [title, text] as const)}
          change={exam}
        />
      </ModalFrame>
    );
  const problem = save.error?.problem;
  const current = problem?.code === 'changed' ? (problem.current as OfficeExam | undefined) : null;
  if (current && seen) {
    const theirs = valuesOf(current);
    const touched = differing(valuesOf(seen), theirs);
    const mine = new Map(inWords(values, names).map(([field, , text]) => [field, text]));
    return (
      <ChangedMeanwhile
        sentence={save.error?.message ?? ''}
        rows={inWords(theirs, names)
          .filter(([field]) => touched.includes(field))
          .map(([field, title, text]) => ({
            ...{ field: title, theirs: text, yours: mine.get(field) ?? '' },
          }))}
        onTheirs={() => {
          setSeen(current);
          setValues(theirs);
          save.reset();
        }}
        onMine={() => {
          const merged = withMine(current, seen, values);
          setSeen(current);
          setValues(merged);
          save.mutate(examInput(merged, current));
        }}
        onClose={onClose}
      />
    );
  }
  const errors = problem?.errors ?? [];
  const isSaidAtFields = errors.length > 0 && errors.every(({ path }) => path in emptyExam);
  return (
    <ModalFrame
      title={exam ? `Edit ${exam.subject}` : 'Add exam'}
      opened
      onClose={onClose}
      busy={save.isPending}
      width={640}
      foot={
        <>
          <Button variant="default" disabled={save.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={!isComplete(values)}
            loading={save.isPending}
            onClick={() => save.mutate(examInput(values, seen))}
          >
            Save
          </Button>
        </>
      }
    >
      <ExamFields
        values={values}
        id={exam?.id ?? null}
        names={names}
        errorAt={(path) => errors.find((one) => one.path.split('.')[0] === path)?.message}
        onChange={(changed) => setValues({ ...values, ...changed })}
      />
      {exam && exam.inUse > 0 && <InUse count={exam.inUse} />}
      <CallError error={isSaidAtFields ? null : save.error} />
    </ModalFrame>
  );
}

const InUse = ({ count }: { count: number }) => (
  <Facts
    facts={[
      [
        'Registered',
        `${count} ${count === 1 ? 'student' : 'students'}: credits, minutes and vendor stay`,
      ],
    ]}
  />
);
