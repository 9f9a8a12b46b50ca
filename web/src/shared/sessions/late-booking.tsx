import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Session } from '@portal/contract/sessions/sessions';
import { IconAlertTriangle } from '@tabler/icons-react';
import { money } from '../format/money.ts';
import { Note } from '../ui/feedback.tsx';

/** The text for the proctor fee of the booked session. */
export interface FeeAtStake {
  /** Dollars that are still to be paid. */
  due: number;
  /** It was paid before; else it is prepaid or waived. */
  isPaid: boolean;
}

/**
 * Returns whether a session begins within 24 hours, so that leaving it loses the proctor fee.
 *
 */
export const isLateBooking = (
  { proctor_fee_kept_until: keptUntil }: Pick<Session, 'proctor_fee_kept_until'>,
  now: Date,
): boolean => keptUntil !== null && Date.parse(keptUntil) < now.getTime();

/**
 * Returns the fee lost by leaving a session that is booked too late to leave in time; null: none.
 */
export function lateText(
  { due, isPaid }: FeeAtStake,
  session: Pick<Session, 'proctor_fee_kept_until'>,
  now: Date,
): string | null {
  if (!isLateBooking(session, now)) return null;
  const paidBefore = isPaid ? t`the proctor fee that you paid` : t`your prepaid proctor fee`;
  const fee = due > 0 ? t`the ${money(due)} proctor fee` : paidBefore;
  return t`If you change or cancel it, ${fee} is lost, and another session asks for a new one.`;
}

/** The warning before booking or paying for a session that begins within 24 hours. R-169. */
export function LateBooking({ fee, session }: { fee: FeeAtStake; session: Session }) {
  const text = lateText(fee, session, new Date());
  return text === null ? null : (
    <Note tone="brass" icon={IconAlertTriangle}>
      <b>
        <Trans>This session begins in less than 24 hours.</Trans>
      </b>{' '}
      {text}
    </Note>
  );
}
