import { Button, Checkbox, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconHourglass, IconLock } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { CallFailure, isRefusal } from '../api.ts';
import { noPaymentMethod } from '../card-form/card-rules.ts';
import { PaymentChooser } from '../card-form/payment-chooser.tsx';
import { CallError, Note } from '../feedback.tsx';
import { PHONE } from '../modal-frame.tsx';
import { money } from '../money.ts';
import classes from './pay-step.module.css';
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
  /** What is bought, above the lines. */
  subject?: ReactNode;
  lines: readonly PayLine[];
  /** What is agreed to, after 'I agree to the terms.' */
  terms: string;
  totalLabel?: string;
  /** The choices left of the summary; the payment method follows them. */
  children?: ReactNode;
}

/** A money step: what is bought, the lines, the total, the terms, then 'Pay', in this order and always in one view. */
export function PayStep({ payment, subject, lines, terms, totalLabel = 'Total to pay now', children }: PayStepProps) {
  const phone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  const { amount, busy, unresolved } = payment;
  const costs = amount > 0;
  const ready = !costs || (payment.agreed && payment.choice.chosen !== null);
  const total = <Total payment={payment} label={totalLabel} />;
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
      {unresolved ? 'Check again' : 'Pay'}
    </Button>
  );
  const hint = !ready && (
    <Text c="dimmed" size="sm" className={classes.hint}>
      {payment.choice.chosen === null ? noPaymentMethod : 'Agree to the terms to pay.'}
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
      <section className={classes.summary} aria-label="Summary">
        <div className={classes.stay}>
          <Title order={3}>Summary</Title>
          {subject}
          <dl className={classes.lines}>
            {lines.map(({ label, value, note, later }) => (
              <div className={classes.line} key={label} data-later={later || undefined}>
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
            <Checkbox
              className={classes.terms}
              checked={payment.agreed}
              disabled={busy || unresolved}
              onChange={({ currentTarget }) => payment.agree(currentTarget.checked)}
              label={
                <>
                  I agree to the{' '}
                  <a href="/documents/terms.pdf" target="_blank" rel="noopener">
                    terms
                  </a>
                  . {terms}
                </>
              }
            />
          )}
          <PaymentTrouble payment={payment} />
          {!phone && button}
          {!phone && hint}
        </div>
      </section>
      {phone && (
        <div className={classes.foot}>
          {hint}
          {total}
          {button}
        </div>
      )}
    </div>
  );
}

function Total({ payment: { amount, oldAmount }, label }: { payment: Payment; label: string }) {
  return (
    <div className={classes.total}>
      <span>{label}</span>
      <span aria-live="polite" className="num">
        {oldAmount !== null && (
          <s className={classes.old}>
            <span className={classes.hidden}>Before: </span>
            {money(oldAmount)}
          </s>
        )}
        <strong>{money(amount)}</strong>
      </span>
    </div>
  );
}

/** What went wrong, in its place above the button, brought into view. */
function PaymentTrouble({ payment: { error, unresolved } }: { payment: Payment }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error) place.current?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  if (!error) return null;
  const waits = isRefusal(error, 'charge_pending') || isRefusal(error, 'charge_unknown') || isRefusal(error, 'request_in_progress');
  const reason = error instanceof CallFailure ? error.problem.reason : undefined;
  return (
    <div ref={place} className={classes.trouble}>
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
      {unresolved && <Text c="dimmed">'Check again' asks about this payment. It does not pay twice.</Text>}
    </div>
  );
}
