import { Button, Checkbox, Text } from '@mantine/core';
import { IconBan, IconCircleCheck } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { instantText } from '../shared/format/dates.ts';
import { CallError, Note, Outcome } from '../shared/ui/feedback.tsx';
import type { Block } from './api.ts';
import classes from './transcripts.module.css';

interface RequestCardProps {
  /** The vendors of the transcript: 'TAL and CIS'. */
  vendors: string;
  /** When one was last requested. */
  requestedAt: string | null;
  blocks: readonly Block[];
  /** Why the vendor's results are unavailable. */
  error: string | null;
  /** Staff's possible actions about the blocks. */
  help?: ReactNode;
  request: {
    isPending: boolean;
    error: Error | null;
    data: { message: string } | undefined;
    send: (pendingOverride: boolean) => void;
  };
}

/** 'Sun, Nov 22, 1:04 PM EST': New York's time, by the name that it has in the office. R-330. */
const timeOf = (instant: string): string => instantText(instant).replace(/ET$/, 'EST');

/**
 * The transcript of a group of vendors: the last request, the reasons that block a new one, and the
 * button..
 */
export function RequestCard(props: RequestCardProps) {
  const { vendors, requestedAt, blocks, error, help, request } = props;
  const title = useId();
  const [override, setOverride] = useState(false);
  const left = blocks.filter(({ overridable }) => !(overridable && override));
  const isSent = request.data !== undefined;
  return (
    <section className={classes.card} aria-labelledby={title}>
      <h2 id={title}>{vendors}</h2>
      <Text c="dimmed" size="sm">
        {requestedAt === null
          ? 'No transcript was requested yet.'
          : `Latest request: ${timeOf(requestedAt)}`}
      </Text>
      {error !== null && <CallError error={new Error(error)} />}
      {left.map(({ code, text }) => (
        <Note key={code} tone="brass" icon={IconBan}>
          {text}
        </Note>
      ))}
      {help}
      {blocks.some(({ overridable }) => overridable) && (
        <Checkbox
          label="Request it all the same, without the exams whose grades are pending"
          checked={override}
          disabled={isSent || request.isPending}
          onChange={(event) => setOverride(event.currentTarget.checked)}
        />
      )}
      <div className={classes.send}>
        <Button
          disabled={left.length > 0 || isSent}
          loading={request.isPending}
          onClick={() => request.send(override)}
        >
          Request transcript
        </Button>
      </div>
      <CallError error={request.error} />
      {request.data && (
        <Outcome>
          <Note tone="moss" icon={IconCircleCheck}>
            {request.data.message}
          </Note>
        </Outcome>
      )}
    </section>
  );
}
