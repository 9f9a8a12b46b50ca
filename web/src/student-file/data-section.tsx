import { Button, Stack, Text, TextInput } from '@mantine/core';
import { can } from '@portal/access/can';
import type { DataExport } from '@portal/contract/students/my-data';
import { type FormEvent, useState } from 'react';
import { useAnswer, useCommand } from '../shared/api/calls.ts';
import { api } from '../shared/api/client.ts';
import { historyCall } from '../shared/api/student.ts';
import { useAbout } from '../shared/api/student-in-view.tsx';
import { instantText } from '../shared/format/dates.ts';
import { readSession } from '../shared/session/session.ts';
import { DataFiles } from '../shared/students/data-files.tsx';
import { CallError } from '../shared/ui/feedback.tsx';
import classes from './student-file.module.css';

const LOOK_EVERY_MS = 3000;
const REASON = { least: 3, most: 200 };
const stateTexts: Readonly<Record<DataExport['state'], string>> = {
  preparing: 'Being prepared',
  ready: 'Ready',
  expired: 'Over',
};

interface DataSectionProps {
  /** The dialog that blanks a person was cancelled: its opener gets the focus. */
  isBackFromBlanking: boolean;
  onBlank: () => void;
}

/** All services' data about the student in view, as a file. C-O59 */
export function DataSection({ isBackFromBlanking, onBlank }: DataSectionProps) {
  const [isAsking, setAsking] = useState(false);
  const known = useAnswer(api.getMyData, {});
  const requests = known.data && 'requests' in known.data ? known.data.requests : [];
  const isPreparing = requests.some(({ state }) => state === 'preparing');
  // looks again for as long as something is being prepared
  useAnswer(
    api.getMyData,
    {},
    { enabled: isPreparing, every: isPreparing ? LOOK_EVERY_MS : false },
  );
  return (
    <section aria-label="Data">
      <div className={classes.head}>
        <h2>Data</h2>
        {!isAsking && (
          <Button variant="default" onClick={() => setAsking(true)}>
            Prepare data
          </Button>
        )}
      </div>
      {can(readSession(), 'student.blank') && (
        <Button
          variant="subtle"
          color="garnet"
          mb="xs"
          {...(isBackFromBlanking ? { 'data-autofocus': true } : {})}
          onClick={onBlank}
        >
          Blank person
        </Button>
      )}
      {isAsking && <ReasonForm onClose={() => setAsking(false)} />}
      <CallError error={known.error} onRetry={() => void known.refetch()} busy={known.isFetching} />
      {known.data && requests.length === 0 && !isAsking && (
        <Text c="dimmed">Nobody has asked for the data.</Text>
      )}
      <ul className={classes.list}>
        {requests.map((request) => (
          <li key={request.requestId}>
            <Request request={request} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Request({ request: { requestId, by, at, state, until } }: { request: DataExport }) {
  const { student_id: studentId } = useAbout();
  return (
    <Stack gap={4}>
      <Text className={state === 'expired' ? classes.over : classes.barred}>
        {state === 'ready' && until !== null
          ? `Ready until ${instantText(until)}`
          : stateTexts[state]}
      </Text>
      <Text c="dimmed" size="xs">
        Asked for by <bdi>{by}</bdi>, {instantText(at)}
      </Text>
      {state === 'ready' && studentId !== undefined && (
        <div className={classes.actions}>
          <DataFiles studentId={studentId} requestId={requestId} of={instantText(at)} />
        </div>
      )}
    </Stack>
  );
}

/** Why the office asks. */
function ReasonForm({ onClose }: { onClose: () => void }) {
  const [reason, setReason] = useState('');
  const prepare = useCommand(api.requestMyData, {
    refreshes: [api.getMyData, historyCall],
    onDone: onClose,
  });
  const isFilled = reason.trim().length >= REASON.least;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isFilled && !prepare.isPending) prepare.mutate({ reason });
  };
  return (
    <form onSubmit={submit} className={classes.form} aria-label="Prepare data">
      <Text size="sm">
        All that is kept about the student, with notes and the reasons of bars. It is ready within
        ten minutes, and you get an email.
      </Text>
      <TextInput
        label="Reason"
        required
        maxLength={REASON.most}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        autoFocus
        data-autofocus
      />
      <CallError error={prepare.error} />
      <div className={classes.actions}>
        <Button type="submit" disabled={!isFilled} loading={prepare.isPending}>
          Prepare data
        </Button>
        <Button variant="default" disabled={prepare.isPending} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
