import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Card, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { CallAnswer } from '@portal/contract/call';
import type {
  getTTIStudentInfo,
  TtiPayment,
  TtiPaymentMethod,
} from '@portal/contract/seminary/study';
import { IconAlertTriangle, IconCircleCheck, IconLock } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { PHONE } from '../shared/dialogs/modal-frame.tsx';
import { money } from '../shared/format/money.ts';
import { cardFieldsInvalid } from '../shared/payments/card-form/card-rules.ts';
import { PayTotal } from '../shared/payments/pay-step/pay-total.tsx';
import { PaymentTrouble } from '../shared/payments/pay-step/payment-trouble.tsx';
import summary from '../shared/payments/pay-step/summary.module.css';
import { TermsCheckbox } from '../shared/payments/pay-step/terms-checkbox.tsx';
import { nothingTwice, type Try } from '../shared/payments/use-try.ts';
import { Note, Outcome } from '../shared/ui/feedback.tsx';
import { methodText } from './api.ts';
import { MethodChooser } from './method/method-chooser.tsx';
import type { MethodChoice } from './method/use-method-choice.ts';
import classes from './study.module.css';

/** The amount due, the student, and the possible payment methods. */
export type Info = CallAnswer<typeof getTTIStudentInfo>;

interface PayCardProps {
  info: Info;
  choice: MethodChoice;
  legend: string;
  /** Dollars. */
  amount: number;
  /** The amount shown before it changed. */
  oldAmount: number | null;
  trying: Try;
  /** The label of the button. */
  label: string;
  /** It charges. */
  locked: boolean;
  /** Above the payment method. */
  notice?: ReactNode;
}

/** The payment method beside the amount, and the button: the steps of a payment. */
export function PayCard({
  info,
  choice,
  legend,
  amount,
  oldAmount,
  trying,
  label,
  locked,
  notice,
}: PayCardProps) {
  const phone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  const { busy, unresolved } = trying;
  // another amount needs a new agreement
  const [agreedTo, setAgreedTo] = useState<number | null>(null);
  const isAgreed = !locked || agreedTo === amount;
  const isReady = (choice.isReady && isAgreed) || unresolved;
  const total = <PayTotal amount={amount} oldAmount={oldAmount} />;
  const pay = (
    <Button
      size="md"
      fullWidth={!phone}
      className={classes.pay}
      leftSection={locked && !unresolved && <IconLock size={18} stroke={1.8} aria-hidden="true" />}
      disabled={!isReady}
      loading={busy}
      onClick={trying.go}
    >
      {unresolved ? t`Check again` : label}
    </Button>
  );
  const hint = !isReady && (
    <Text c="dimmed" size="sm">
      {choice.isReady ? t`Agree to the terms to pay.` : cardFieldsInvalid}
    </Text>
  );
  const isDue = amount > 0;
  const terms = locked && (
    <TermsCheckbox
      agreed={agreedTo === amount}
      disabled={busy || unresolved}
      onChange={(agreed) => setAgreedTo(agreed ? amount : null)}
      terms={t`Refunds are made by the office.`}
    />
  );
  return (
    <Card padding={0} className={classes.card} data-settled={!isDue || undefined}>
      {isDue && (
        <div className={classes.choose}>
          {notice}
          <MethodChooser
            choice={choice}
            current={info.currentPaymentMethod}
            legend={legend}
            disabled={busy || unresolved}
          />
        </div>
      )}
      <section className={`${summary.summary} ${classes.beside}`} aria-label={t`Summary`}>
        <div className={`${summary.stay} ${classes.inView}`}>
          <Title order={2} size="h3">
            <Trans>Summary</Trans>
          </Title>
          <dl className={summary.lines}>
            <Line label={t`Student`} value={`${info.student.First} ${info.student.Last}`} />
            <Line label={t`Program`} value={info.programName} />
            <Line label={t`Paid so far`} value={money(info.totalPaid)} />
          </dl>
          {info.warning && (
            <Note tone="brass" icon={IconAlertTriangle}>
              {info.warning}
            </Note>
          )}
          {isDue && !phone && total}
          {isDue && terms}
          <PaymentTrouble error={trying.error} unresolved={unresolved} again={nothingTwice} />
          {isDue && !phone && pay}
          {isDue && !phone && hint}
        </div>
      </section>
      {isDue && phone && (
        <div className={`${summary.foot} ${classes.foot}`}>
          {hint}
          {total}
          {pay}
        </div>
      )}
    </Card>
  );
}

interface PaidCardProps {
  messages: readonly string[];
  payment: TtiPayment;
  method: TtiPaymentMethod | null;
  children?: ReactNode;
}

/** The outcome of a payment, in the place of the form. */
export function PaidCard({ messages, payment, method, children }: PaidCardProps) {
  return (
    <Card component="section" aria-label={t`Payment`} className={classes.done}>
      <Outcome>
        {messages.map((message) => (
          <Note
            key={message}
            tone={message.startsWith('TTI cannot') ? 'brass' : 'moss'}
            icon={message.startsWith('TTI cannot') ? IconAlertTriangle : IconCircleCheck}
          >
            {message}
          </Note>
        ))}
      </Outcome>
      <dl className={summary.lines}>
        <Line label={t`Paid`} value={money(payment.Amount)} />
        {method && <Line label={t`Paid with`} value={methodText(method)} />}
      </dl>
      {children}
    </Card>
  );
}

function Line({ label, value }: { label: string; value: string }) {
  return (
    <div className={`${summary.line} ${classes.line}`}>
      <dt>{label}</dt>
      <dd className="num">{value}</dd>
    </div>
  );
}
