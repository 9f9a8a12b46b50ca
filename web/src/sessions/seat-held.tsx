import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { VisuallyHidden } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Note } from '../shared/ui/feedback.tsx';
import { countdownText } from './countdown-text.ts';

const SECOND = 1000;

/**
 * The countdown of the seat's hold, in seconds. A screen reader announces its start and its end.
 */
export function SeatHeld({ until }: { until: string }) {
  const end = Date.parse(until);
  const [now, setNow] = useState(Date.now);
  const left = Math.max(0, end - now);
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setNow(Date.now()), left % SECOND || SECOND);
    return () => clearTimeout(timer);
  }, [left]);
  const text =
    left > 0
      ? t`Your seat is held for ten minutes.`
      : t`Your seat is no longer held. You can still book it as long as there is one.`;
  return (
    <Note tone="brass" icon={IconClock}>
      {left > 0 && (
        <span aria-hidden="true">
          <Trans>
            Your seat is held for{' '}
            <b style={{ fontVariantNumeric: 'tabular-nums' }}>{countdownText(left)}</b>.
          </Trans>
        </span>
      )}
      <div role="status">{left > 0 ? <VisuallyHidden>{text}</VisuallyHidden> : text}</div>
    </Note>
  );
}
