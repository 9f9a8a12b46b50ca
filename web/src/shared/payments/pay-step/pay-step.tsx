import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { PHONE } from '../../dialogs/modal-frame.tsx';
import { noPaymentMethod } from '../card-form/card-rules.ts';
import { PaymentChooser } from '../card-form/payment-chooser.tsx';
import classes from './pay-step.module.css';
import { PayTotal } from './pay-total.tsx';
import { PaymentTrouble } from './payment-trouble.tsx';
import summary from './summary.module.css';
import { TermsCheckbox } from './terms-checkbox.tsx';
import type { Payment } from './use-payment.ts';

export interface PayLine {
  label: string;
  value: string;
  /** Dimmed below: when a later fee is due. */
  note?: string;
  /** Not part of the total. */
  later?: boolean;
}

interface PayStepProps {
  payment: Payment;
  /** The purchase, above the lines. */
  subject?: ReactNode;
  lines: readonly PayLine[];
  /** Further terms, after 'I agree to the terms.' */
  terms: string;
  totalLabel?: string;
  /** The choices left of the summary; the payment method follows them. */
  children?: ReactNode;
}

/**
 * A payment step: the subject, the lines, the total, the terms, then 'Pay', in this order and
 * always in one view.
 */
export function PayStep({ payment, subject, lines, terms, totalLabel, children }: PayStepProps) {
  const phone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  const { amount, busy, unresolved } = payment;
  const costs = amount > 0;
  const ready = !costs || (payment.agreed && payment.choice.chosen !== null);
  const total = <PayTotal amount={amount} oldAmount={payment.oldAmount} label={totalLabel} />;
  const button = (
    <Button
      size="md"
      fullWidth={!phone}
      className={classes.pay}
      leftSection={costs && !unresolved && <IconLock size={18} stroke={1.8} aria-hidden="true" />}
      disabled={!ready}
      loading={busy}
      onClick={payment.pay}
    >
      {unresolved ? t`Check again` : t`Pay`}
    </Button>
  );
  const hint = !ready && (
    <Text c="dimmed" size="sm">
      {payment.choice.chosen === null ? noPaymentMethod : t`Agree to the terms to pay.`}
    </Text>
  );
  return (
    <div className={classes.step}>
      <div className={classes.choose}>
        {/* What was sent must stay as it is until its end is known. */}
        <fieldset className={classes.frozen} disabled={busy || unresolved}>
          {children}
        </fieldset>
        {costs && <PaymentChooser choice={payment.choice} disabled={busy || unresolved} />}
      </div>
      <section className={`${summary.summary} ${classes.grows}`} aria-label={t`Summary`}>
        <div className={`${summary.stay} ${classes.inView}`}>
          <Title order={3}>
            <Trans>Summary</Trans>
          </Title>
          {subject}
          <dl className={summary.lines}>
            {lines.map(({ label, value, note, later }) => (
              <div
                className={[summary.line, classes.line, later && classes.later]
                  .filter(Boolean)
                  .join(' ')}
                key={label}
              >
                <dt>
                  {label}
                  {note && <span className={classes.note}>{note}</span>}
                </dt>
                <dd className="num">{value}</dd>
              </div>
            ))}
          </dl>
          <div className={classes.space} />
          {!phone && total}
          {costs && (
            <TermsCheckbox
              agreed={payment.agreed}
              disabled={busy || unresolved}
              onChange={payment.agree}
              terms={terms}
            />
          )}
          <PaymentTrouble
            error={payment.error}
            unresolved={unresolved}
            again="'Check again' asks about this payment. It does not pay twice."
          />
          {!phone && button}
          {!phone && hint}
        </div>
      </section>
      {phone && (
        <div className={summary.foot}>
          {hint}
          {total}
          {button}
        </div>
      )}
    </div>
  );
}
