import { Button, Text, Textarea } from '@mantine/core';
import type { CallFailure } from '../../shared/api/client.ts';
import { ModalFrame } from '../../shared/dialogs/modal-frame.tsx';
import { type RunResult, RunView } from '../../shared/runs/run-view.tsx';
import { CallError } from '../../shared/ui/feedback.tsx';
import type { OfficeSession } from '../api.ts';

interface FrameProps {
  title: string;
  onClose: () => void;
}

/** Another member of staff changed the session: asks to review its current state. */
export function SessionChanged({
  title,
  onClose,
  error,
  onLookAgain,
}: FrameProps & { error: CallFailure; onLookAgain: (current: OfficeSession) => void }) {
  return (
    <ModalFrame
      title={title}
      opened
      onClose={onClose}
      foot={
        <Button onClick={() => onLookAgain(error.problem.current as OfficeSession)}>
          Look again
        </Button>
      }
    >
      <CallError error={error} />
    </ModalFrame>
  );
}

/** A run that its order did not wait for. */
export interface BegunRun {
  id: string;
  total: number;
}

/** The progress of a run until it ends; the run continues without the dialog. */
export function RunGoesOn({
  title,
  onClose,
  run,
  onDone,
}: FrameProps & { run: BegunRun; onDone: (result: RunResult) => void }) {
  return (
    <ModalFrame title={title} opened onClose={onClose} width={640}>
      <RunView runId={run.id} label="Telling the students" total={run.total} onDone={onDone} />
      <Text mt="sm" c="dimmed">
        You can close this: it goes on by itself.
      </Text>
    </ModalFrame>
  );
}

/** The office's message to the students, added to the standard text of each email. */
export function MessageField({
  value,
  onChange,
}: {
  value: string;
  onChange: (message: string) => void;
}) {
  return (
    <Textarea
      label="Message to the students"
      description="Stands in the mail."
      size="xs"
      maxLength={300}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
