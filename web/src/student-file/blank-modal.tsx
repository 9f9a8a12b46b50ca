import { Anchor, Button, Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { useAnswer, useCommand } from '../shared/api/calls.ts';
import { api } from '../shared/api/client.ts';
import { fileCall, historyCall } from '../shared/api/student.ts';
import { ModalFrame } from '../shared/dialogs/modal-frame.tsx';
import { instantText } from '../shared/format/dates.ts';
import { BlockSkeleton, CallError } from '../shared/ui/feedback.tsx';

const MAX_REASON = 500;

/** OM-22: the data to be removed and kept, then the name of the student, typed. */
export function BlankModal({ onClose }: { onClose: () => void }) {
  const [forfeits, setForfeits] = useState(false);
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const preview = useAnswer(api.blankStudent, { dryRun: true, forfeitCredits: forfeits });
  const code = preview.error?.problem.code;
  const blank = useCommand(api.blankStudent, {
    refreshes: [fileCall, historyCall],
    onDone: ({ blankOn }) => {
      notifications.show({ message: `The data goes on ${instantText(blankOn)}.` });
      onClose();
    },
  });
  const isFilled = preview.data !== undefined && reason.trim().length >= 3 && typed.trim() !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isFilled && !blank.isPending)
      blank.mutate({ reason, confirmName: typed, forfeitCredits: forfeits });
  };
  return (
    <ModalFrame title="Blank person" opened onClose={onClose} busy={blank.isPending} width={640}>
      <form onSubmit={submit}>
        <Stack>
          {preview.isPending && <BlockSkeleton height={240} />}
          {code !== 'has_credits' && (
            <CallError
              error={preview.error}
              busy={preview.isFetching}
              {...(code === 'already_blanked' ? {} : { onRetry: () => void preview.refetch() })}
            />
          )}
          {code === 'blanking_waits' && (
            <Anchor component={Link} to="/admin/data-requests">
              Data requests
            </Anchor>
          )}
          {(preview.error?.problem.reasons ?? []).length > 0 && (
            <ul aria-label="What is in the way">
              {preview.error?.problem.reasons?.map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
          )}
          {(code === 'has_credits' || forfeits) && (
            <Checkbox
              label={
                code === 'has_credits'
                  ? `${preview.error?.problem.detail} Give them up`
                  : 'Give up the credits that are left'
              }
              checked={forfeits}
              onChange={({ currentTarget }) => setForfeits(currentTarget.checked)}
            />
          )}
          {preview.data && (
            <>
              <Lines title="What goes" lines={preview.data.blanked} />
              <Lines title="What stays, by id alone" lines={preview.data.kept} />
              <Text>
                The account is closed at once, and the student gets an email. The data goes on{' '}
                {instantText(preview.data.blankOn)}; until then this can be withdrawn under Data
                requests.
              </Text>
              <TextInput
                label="Reason"
                required
                maxLength={MAX_REASON}
                value={reason}
                onChange={({ currentTarget }) => setReason(currentTarget.value)}
              />
              <TextInput
                label="Type the first and last name"
                required
                autoComplete="off"
                value={typed}
                onChange={({ currentTarget }) => setTyped(currentTarget.value)}
              />
              <CallError error={blank.error} />
              <Button type="submit" color="garnet" disabled={!isFilled} loading={blank.isPending}>
                Blank in 72 hours
              </Button>
            </>
          )}
        </Stack>
      </form>
    </ModalFrame>
  );
}

const Lines = ({ title, lines }: { title: string; lines: readonly string[] }) => (
  <div>
    <Text fw={600}>{title}</Text>
    <ul aria-label={title}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  </div>
);
