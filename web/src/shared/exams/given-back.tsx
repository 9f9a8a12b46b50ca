import { t } from '@lingui/core/macro';
import { actionOf } from '@portal/contract/exams/action-of';
import type { Exam } from '@portal/contract/exams/exam';
import { instantText } from '../format/dates.ts';
import { creditsText, money } from '../format/money.ts';
import classes from './given-back.module.css';

interface Line {
  label: string;
  value: string;
  note?: string | undefined;
  isLost?: boolean;
}

type Back = NonNullable<Exam['actions'][number]['givenBack']>;

/** Leaving only the session keeps the fee that cancelling the exam loses. */
function instead(session: Back | undefined): string | undefined {
  if (!session?.proctorFeeKept) return undefined;
  if (!session.keptUntil) return t`'Cancel session' keeps it`;
  return t`'Cancel session' keeps it until ${instantText(session.keptUntil)}`;
}

function linesOf(back: Back, session: Back | undefined): Line[] {
  const refunded = t`To the card that paid, within a few days`;
  const all: (Line & { amount: number })[] = [
    {
      amount: back.credits,
      label: t`Back on the account`,
      value: creditsText(back.credits),
      note: t`For another exam; they never expire`,
    },
    {
      amount: back.additionalFeeRefunded,
      label: t`Additional fee refunded`,
      value: money(back.additionalFeeRefunded),
      note: refunded,
    },
    {
      amount: back.proctorFeeRefunded,
      label: t`Proctor fee refunded`,
      value: money(back.proctorFeeRefunded),
      note: refunded,
    },
    {
      amount: back.proctorFeeKept,
      label: t`Proctor fee kept for your next session`,
      value: money(back.proctorFeeKept),
      note: back.keptUntil && t`Until ${instantText(back.keptUntil)}; it is lost after that`,
    },
    {
      amount: back.proctorFeeLost,
      label: t`Proctor fee lost`,
      value: money(back.proctorFeeLost),
      note: instead(session),
      isLost: true,
    },
  ];
  return all.filter(({ amount }) => amount > 0);
}

/** The amounts that giving up an exam or its session moves, as the server says; none: nothing. */
export function GivenBack({ exam, by }: { exam: Exam; by: 'cancel' | 'cancelSession' }) {
  const back = actionOf(exam, by)?.givenBack;
  const session = by === 'cancel' ? actionOf(exam, 'cancelSession') : undefined;
  const lines = back ? linesOf(back, session?.givenBack) : [];
  if (lines.length === 0) return null;
  return (
    <dl className={classes.amounts}>
      {lines.map(({ label, value, note, isLost }) => (
        <div key={label} className={classes.line} data-lost={isLost || undefined}>
          <dt>
            {label}
            {note && <span className={classes.note}>{note}</span>}
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
