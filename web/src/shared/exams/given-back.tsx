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
  const until = session.keptUntil ? ` until ${instantText(session.keptUntil)}` : '';
  return `'Cancel session' keeps it${until}`;
}

function linesOf(back: Back, session: Back | undefined): Line[] {
  const refunded = 'To the card that paid, within a few days';
  const all: (Line & { amount: number })[] = [
    {
      amount: back.credits,
      label: 'Back on the account',
      value: creditsText(back.credits),
      note: 'For another exam; they never expire',
    },
    {
      amount: back.additionalFeeRefunded,
      label: 'Additional fee refunded',
      value: money(back.additionalFeeRefunded),
      note: refunded,
    },
    {
      amount: back.proctorFeeRefunded,
      label: 'Proctor fee refunded',
      value: money(back.proctorFeeRefunded),
      note: refunded,
    },
    {
      amount: back.proctorFeeKept,
      label: 'Proctor fee kept for your next session',
      value: money(back.proctorFeeKept),
      note: back.keptUntil && `Until ${instantText(back.keptUntil)}; it is lost after that`,
    },
    {
      amount: back.proctorFeeLost,
      label: 'Proctor fee lost',
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
