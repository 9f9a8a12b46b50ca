import { Button, Card, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { CallAnswer } from '@portal/contract/call';
import type { chargeAndJoin, getTTIStudentInfo } from '@portal/contract/study';
import { IconAlertTriangle, IconCircleCheck, IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { isRefusal } from '../shared/api.ts';
import { cardFieldsInvalid } from '../shared/card-form/card-rules.ts';
import { Note, Outcome } from '../shared/feedback.tsx';
import { PHONE } from '../shared/modal-frame.tsx';
import { money } from '../shared/money.ts';
import { PayTotal } from '../shared/pay-step/pay-total.tsx';
import { PaymentTrouble } from '../shared/pay-step/payment-trouble.tsx';
import summary from '../shared/pay-step/summary.module.css';
import { useTitle } from '../shared/use-title.ts';
import { accountOf, joinCall, methodText, type StudyPlace, useStudyInfo, useStudyPlace } from './api.ts';
import { MethodChooser } from './method-chooser.tsx';
import classes from './study.module.css';
import { StudyHead } from './study-head.tsx';
import { useMethodChoice } from './use-method-choice.ts';
import { nothingTwice, useTry } from './use-try.ts';

type Info = CallAnswer<typeof getTTIStudentInfo>;
type Joined = CallAnswer<typeof chargeAndJoin>;

/** S-12: pays for a programme of seminary study and joins it. */
export function JoinPage() {
  useTitle('Seminary study');
  const place = useStudyPlace();
  const info = useStudyInfo(place);
  // the answer to a payment stays although what is due is asked for again
  const [joined, setJoined] = useState<Joined | null>(null);
  return (
    <>
      <StudyHead title="Seminary study" place={place} info={info} />
      {joined && <JoinedCard joined={joined} />}
      {!joined && info.data && (
        <JoinCard
          key={`${place.ttiStudentId}/${place.programId}/${place.paymentTo}`}
          place={place}
          info={info.data}
          onJoined={setJoined}
          onStale={() => void info.refetch()}
        />
      )}
    </>
  );
}

function JoinedCard({ joined: { messages, payment, currentPaymentMethod } }: { joined: Joined }) {
  return (
    <Card component="section" aria-label="Payment" className={classes.done}>
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
        <Line label="Paid" value={money(payment.Amount)} />
        <Line label="Paid with" value={methodText(currentPaymentMethod)} />
      </dl>
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

interface JoinCardProps {
  place: StudyPlace;
  info: Info;
  onJoined: (joined: Joined) => void;
  /** What is shown is no longer so. */
  onStale: () => void;
}

function JoinCard({ place, info, onJoined, onStale }: JoinCardProps) {
  const phone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  const current = info.currentPaymentMethod;
  const choice = useMethodChoice(accountOf(place), current !== null);
  const [changed, setChanged] = useState<{ from: number; to: number } | null>(null);
  const amount = changed?.from === info.amount ? changed.to : info.amount;
  const { ttiStudentId, programId, paymentTo, fullJoin, userName } = place;
  const paying = useTry(
    joinCall,
    async () => {
      const who = {
        ttiStudentId,
        programId,
        programName: info.programName,
        paymentTo,
        fullJoin,
        amount,
        ...(userName ? { userName } : {}),
      };
      return choice.chosen === 'current' ? { ...who, chargeCurrentPaymentMethod: true as const } : { ...who, ...(await choice.source()) };
    },
    (failure) => {
      const { expected } = failure.problem;
      if (isRefusal(failure, 'amount_changed') && expected !== undefined) setChanged({ from: info.amount, to: expected });
      onStale();
    },
    onJoined,
  );
  const { busy, unresolved } = paying;
  const frozen = busy || unresolved;
  const isReady = choice.isReady || unresolved;
  const total = <PayTotal amount={amount} oldAmount={changed && amount !== changed.from ? changed.from : null} />;
  const pay = (
    <Button
      size="md"
      fullWidth={!phone}
      className={classes.pay}
      leftSection={!unresolved && <IconLock size={18} stroke={1.8} aria-hidden="true" />}
      disabled={!isReady}
      loading={busy}
      onClick={paying.go}
    >
      {unresolved ? 'Check again' : 'Pay'}
    </Button>
  );
  const hint = !isReady && (
    <Text c="dimmed" size="sm">
      {cardFieldsInvalid}
    </Text>
  );
  const isDue = amount > 0;
  return (
    <Card padding={0} className={classes.card} data-settled={!isDue || undefined}>
      {isDue && (
        <div className={classes.choose}>
          <MethodChooser choice={choice} current={current} legend="Payment method" disabled={frozen} />
        </div>
      )}
      <section className={`${summary.summary} ${classes.beside}`} aria-label="Summary">
        <div className={`${summary.stay} ${classes.inView}`}>
          <Title order={2} size="h3">
            Summary
          </Title>
          <dl className={summary.lines}>
            <Line label="Student" value={`${info.student.First} ${info.student.Last}`} />
            <Line label="Program" value={info.programName} />
            <Line label="Paid so far" value={money(info.totalPaid)} />
          </dl>
          {info.warning && (
            <Note tone="brass" icon={IconAlertTriangle}>
              {info.warning}
            </Note>
          )}
          {isDue && !phone && total}
          <PaymentTrouble error={paying.error} unresolved={unresolved} again={nothingTwice} />
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
