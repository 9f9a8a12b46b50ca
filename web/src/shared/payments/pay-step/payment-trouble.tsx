import { Text } from '@mantine/core';
import { IconHourglass } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { CallFailure, isRefusal } from '../../api/client.ts';
import { CallError, Note } from '../../ui/feedback.tsx';
import summary from './summary.module.css';

interface PaymentTroubleProps {
  error: Error | null;
  /** The outcome is unknown. */
  unresolved: boolean;
  /** The handler of 'Check again' in that case. */
  again: string;
}

/** The error of a payment or a payment method, above the button, scrolled into view. */
export function PaymentTrouble({ error, unresolved, again }: PaymentTroubleProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error) place.current?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  if (!error) return null;
  const waits = ['charge_pending', 'charge_unknown', 'request_in_progress'].some((code) =>
    isRefusal(error, code),
  );
  const reason = error instanceof CallFailure ? error.problem.reason : undefined;
  return (
    <div ref={place} className={summary.trouble}>
      {waits ? (
        <div role="alert">
          <Note tone="brass" icon={IconHourglass}>
            {error.message}
          </Note>
        </div>
      ) : (
        <CallError error={error} />
      )}
      {reason && <Text c="dimmed">{reason}</Text>}
      {unresolved && <Text c="dimmed">{again}</Text>}
    </div>
  );
}
