import { Button, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useEffect } from 'react';
import type { CatalogExam } from '../shared/exams/exam-picker.tsx';
import { noPaymentMethod } from '../shared/payments/card-form/card-rules.ts';
import { PaymentChooser } from '../shared/payments/card-form/payment-chooser.tsx';
import { PayTotal } from '../shared/payments/pay-step/pay-total.tsx';
import { PaymentTrouble } from '../shared/payments/pay-step/payment-trouble.tsx';
import { order, usePayment } from '../shared/payments/pay-step/use-payment.ts';
import { newCardCall, savedCardCall } from './api.ts';
import classes from './support.module.css';

interface FeePaymentProps {
  exam: CatalogExam | null;
  /** Dollars. The server charges only the submitted amount.. */
  fee: number;
  /** Whether the submitted values are locked until the outcome is known. */
  onFrozen: (frozen: boolean) => void;
  onStart: () => void;
  onDone: (message: string) => void;
}

/** The card of the student in view, the fee, and the button that charges it. */
export function FeePayment({ exam, fee, onFrozen, onStart, onDone }: FeePaymentProps) {
  const examId = exam?.id ?? 0;
  const payment = usePayment({
    subject: `retake of ${examId}`,
    amount: fee,
    place: (amount, source) =>
      source && 'ccId' in source
        ? order(savedCardCall, { examId, amount, ...source })
        : order(newCardCall, { examId, amount, ...source }),
    onDone: ({ successMessage }) => onDone(successMessage),
  });
  const { choice, busy, unresolved } = payment;
  const frozen = busy || unresolved;
  useEffect(() => onFrozen(frozen), [frozen, onFrozen]);
  const isReady = unresolved || (exam !== null && choice.chosen !== null);
  return (
    <>
      <PaymentChooser choice={choice} disabled={frozen} />
      {exam && choice.chosen === null && <Text c="dimmed">{noPaymentMethod}</Text>}
      <div className={classes.total}>
        <PayTotal amount={payment.amount} oldAmount={payment.oldAmount} />
      </div>
      <Button
        leftSection={!unresolved && <IconLock size={16} stroke={1.8} aria-hidden="true" />}
        disabled={!isReady}
        loading={busy}
        onClick={() => {
          onStart();
          payment.pay();
        }}
      >
        {unresolved ? 'Check again' : 'Pay and register'}
      </Button>
      <PaymentTrouble
        error={payment.error}
        unresolved={unresolved}
        again="'Check again' asks about this payment. It does not pay twice."
      />
    </>
  );
}
