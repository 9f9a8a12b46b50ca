import { Button, Stack, Text, Textarea } from '@mantine/core';
import { can } from '@portal/access/can';
import { type FormEvent, useState } from 'react';
import { useCommand } from '../shared/api/calls.ts';
import { api } from '../shared/api/client.ts';
import { fileCall, historyCall, recordCall } from '../shared/api/student.ts';
import { clockText, shortDayText } from '../shared/format/dates.ts';
import { readSession } from '../shared/session/session.ts';
import { CallError } from '../shared/ui/feedback.tsx';
import { AccommodationForm } from './accommodation-form.tsx';
import { daysText, kindText } from './accommodation-words.ts';
import type { Accommodation } from './api.ts';
import { elsewhere, errorAt } from './field-errors.ts';
import classes from './student-file.module.css';

const refreshes = [fileCall, historyCall, recordCall];
const MAX_REASON = 300;
const stateTexts: Readonly<Record<Accommodation['state'], string>> = {
  entered: 'To be decided',
  approved: 'Approved',
  refused: 'Refused',
  ended: 'Ended',
  expired: 'Expired',
};

/** The student's granted accommodations in exams, and the requests to decide. */
export function AccommodationsSection({
  accommodations,
}: {
  accommodations: readonly Accommodation[];
}) {
  const [written, setWritten] = useState<number | 'new' | null>(null);
  const close = () => setWritten(null);
  return (
    <section aria-label="Accommodations">
      <div className={classes.head}>
        <h2>Accommodations</h2>
        {written === null && can(readSession(), 'accommodation.edit') && (
          <Button variant="default" onClick={() => setWritten('new')}>
            Add accommodation
          </Button>
        )}
      </div>
      {written === 'new' && <AccommodationForm onClose={close} />}
      {accommodations.length === 0 && written === null && (
        <Text c="dimmed">No accommodations.</Text>
      )}
      <ul className={classes.list}>
        {accommodations.map((one) => (
          <li key={one.accommodationId}>
            {written === one.accommodationId ? (
              <AccommodationForm one={one} onClose={close} />
            ) : (
              <Entry one={one} onEdit={() => setWritten(one.accommodationId)} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** An accommodation with its actions. */
function Entry({ one, onEdit }: { one: Accommodation; onEdit: () => void }) {
  const { accommodationId, version, text, state, approvedBy, inForceDiffers, actions } = one;
  const [asksFor, setAsksFor] = useState<'refuse' | 'end' | null>(null);
  const decide = useCommand(api.decideAccommodation, {
    refreshes,
    onDone: () => setAsksFor(null),
  });
  const sessions = decide.data?.sessions ?? [];
  return (
    <Stack gap={4}>
      <Text className={state === 'approved' || state === 'entered' ? classes.barred : classes.over}>
        {kindText(one)} <span className={classes.by}>{stateTexts[state]}</span>
      </Text>
      {text !== null && (
        <p className={classes.note}>
          <bdi>{text}</bdi>
        </p>
      )}
      <Text c="dimmed" size="xs">
        {daysText(one)}
        {approvedBy !== null && (
          <>
            , approved by <bdi>{approvedBy}</bdi>
          </>
        )}
        {inForceDiffers && '. What was approved before counts until this is decided'}
      </Text>
      {sessions.length > 0 && (
        <Text size="xs" role="status">
          Coming sessions have a new end:{' '}
          {sessions
            .map(
              ({ date, endsAt, problem }) =>
                `${shortDayText(date)} at ${clockText(endsAt)}${problem ? ` (${problem})` : ''}`,
            )
            .join('; ')}
        </Text>
      )}
      {asksFor === null ? (
        <>
          <CallError error={decide.error} />
          <div className={classes.actions}>
            {actions.includes('approve') && (
              <Button
                variant="light"
                loading={decide.isPending}
                onClick={() => decide.mutate({ accommodationId, version, decision: 'approve' })}
              >
                Approve
              </Button>
            )}
            {actions.includes('refuse') && (
              <Button variant="subtle" onClick={() => setAsksFor('refuse')}>
                Refuse
              </Button>
            )}
            {actions.includes('edit') && (
              <Button variant="subtle" onClick={onEdit}>
                Edit
              </Button>
            )}
            {actions.includes('open') && (
              <Button
                component="a"
                variant="subtle"
                href={`${api.accommodationDocument.path}?accommodationId=${accommodationId}`}
                download
              >
                Document
              </Button>
            )}
            {actions.includes('end') && (
              <Button variant="subtle" color="garnet" onClick={() => setAsksFor('end')}>
                End accommodation
              </Button>
            )}
          </div>
        </>
      ) : (
        <DecisionForm
          isEnd={asksFor === 'end'}
          isPending={decide.isPending}
          error={decide.error}
          onDecide={(reason) =>
            decide.mutate({
              accommodationId,
              version,
              decision: asksFor,
              ...(reason === '' ? {} : { reason }),
            })
          }
          onClose={() => {
            decide.reset();
            setAsksFor(null);
          }}
        />
      )}
    </Stack>
  );
}

/** Why something is refused or ended. */
function DecisionForm({
  isEnd,
  isPending,
  error,
  onDecide,
  onClose,
}: {
  isEnd: boolean;
  isPending: boolean;
  error: Error | null;
  onDecide: (reason: string) => void;
  onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const isFilled = !isEnd || reason.trim() !== '';
  const action = isEnd ? 'End accommodation' : 'Refuse accommodation';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isFilled && !isPending) onDecide(reason.trim());
  };
  return (
    <form onSubmit={submit} className={classes.form} aria-label={action}>
      <Textarea
        label={isEnd ? 'Why it ends' : 'Why it is refused (optional)'}
        description={isEnd ? 'No booking is lost. Coming sessions get a new end.' : undefined}
        value={reason}
        maxLength={MAX_REASON}
        autoFocus
        error={errorAt(error, 'reason')}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <CallError error={elsewhere(error, ['reason'])} />
      <div className={classes.actions}>
        <Button type="submit" disabled={!isFilled} loading={isPending}>
          {action}
        </Button>
        <Button variant="default" disabled={isPending} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
