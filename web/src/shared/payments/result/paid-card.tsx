import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useMayFor, useStudentInView } from '../../api/student-in-view.tsx';
import { instantText } from '../../format/dates.ts';
import { money } from '../../format/money.ts';
import { CardLogo } from '../card-form/card-logo.tsx';
import { cardText } from '../card-form/card-text.ts';
import type { Paid } from '../pay-step/use-payment.ts';
import type { ResultLine } from './fee-lines.ts';
import classes from './paid-card.module.css';

/** A successful payment with its purpose. */
export interface PaidFor extends Paid {
  lines: readonly ResultLine[];
}

/** The paid amount, the card, the time, the purpose, and the link to the receipt. */
export function PaidCard({
  paid: { amount, card, at, lines },
  left = [],
}: {
  paid: PaidFor;
  /** The amounts left after it. */
  left?: readonly ResultLine[];
}) {
  return (
    <section className={classes.paid} aria-label={t`Payment`}>
      <div className={classes.head}>
        <CardLogo type={card?.cardtype ?? null} />
        <div>
          <b className="num">
            <Trans>Paid {money(amount)}</Trans>
          </b>
          <div className={classes.dimmed}>
            {card && `${cardText(card)}, `}
            {instantText(at.toISOString())}
          </div>
        </div>
      </div>
      <ResultLines lines={[...lines, ...left]} />
      <Receipt />
    </section>
  );
}

/** Amounts, each beside its word. */
export function ResultLines({ lines }: { lines: readonly ResultLine[] }) {
  if (lines.length === 0) return null;
  return (
    <dl className={classes.lines}>
      {lines.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Receipt() {
  const studentId = useStudentInView();
  const mayRead = useMayFor('receipt.read');
  const icon = <IconReceipt size={18} stroke={1.8} aria-hidden="true" />;
  return (
    <div className={classes.receipt}>
      {studentId !== null && mayRead && (
        <Anchor component={Link} to={`/admin/receipt/${studentId}`} className={classes.link ?? ''}>
          <Trans>
            {icon}
            Receipt
          </Trans>
        </Anchor>
      )}
      <span className={classes.dimmed}>
        {studentId === null ? t`Your receipt comes by email` : t`The student gets it by email`}
      </span>
    </div>
  );
}
