import { t } from '@lingui/core/macro';
import type { CallAnswer } from '@portal/contract/call';
import type { secondPayment } from '@portal/contract/seminary/study';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { isRefusal } from '../shared/api/client.ts';
import { useTry } from '../shared/payments/use-try.ts';
import { Note, Outcome } from '../shared/ui/feedback.tsx';
import {
  accountOf,
  infoCall,
  isAccount,
  restCall,
  type StudyPlace,
  saveMethodCall,
  useRestInfo,
  useStudyPlace,
} from './api.ts';
import { useMethodChoice } from './method/use-method-choice.ts';
import { type Info, PaidCard, PayCard } from './pay-card.tsx';
import { PaymentsTable } from './payments-table.tsx';
import { StudyPage } from './study-page.tsx';

type Paid = CallAnswer<typeof secondPayment>;

const NO_ACCOUNT = new Error('"PaymentTo" not recognized.');

/** the rest of the price, with the current payment method or a new one, saved first. */
export function SecondPaymentPage() {
  const place = useStudyPlace();
  const info = useRestInfo(place);
  const [paid, setPaid] = useState<{ answer: Paid; with: Info['currentPaymentMethod'] } | null>(
    null,
  );
  const isKnown = isAccount(place.paymentTo);
  const data = isKnown ? info.data : undefined;
  return (
    <StudyPage
      title={t`Second payment`}
      place={place}
      info={info}
      trouble={isKnown ? null : NO_ACCOUNT}
    >
      {paid && (
        <PaidCard messages={paid.answer.messages} payment={paid.answer.payment} method={paid.with}>
          <PaymentsTable payments={paid.answer.payments} />
        </PaidCard>
      )}
      {!paid && data && (
        <RestCard
          key={`${place.ttiStudentId}/${place.programId}/${place.paymentTo}`}
          place={place}
          info={data}
          onPaid={(answer, method) => setPaid({ answer, with: method })}
          onStale={() => void info.refetch()}
        />
      )}
    </StudyPage>
  );
}

interface RestCardProps {
  place: StudyPlace;
  info: Info;
  onPaid: (paid: Paid, method: Info['currentPaymentMethod']) => void;
  /** Called when the shown data is outdated. */
  onStale: () => void;
}

function RestCard({ place, info, onPaid, onStale }: RestCardProps) {
  const [saved, setSaved] = useState<{
    method: Info['currentPaymentMethod'];
    messages: readonly string[];
  } | null>(null);
  const method = saved?.method ?? info.currentPaymentMethod;
  const choice = useMethodChoice(accountOf(place), method !== null);
  const [changed, setChanged] = useState<{ from: number; to: number } | null>(null);
  const amount = changed?.from === info.amount ? changed.to : info.amount;
  const { ttiStudentId, programId, paymentTo, userName } = place;
  const saving = useTry(
    saveMethodCall,
    async () => ({
      ttiStudentId,
      programId,
      paymentTo,
      isSecondPayment: true,
      ...(userName ? { userName } : {}),
      ...(await choice.source()),
    }),
    () => {},
    ({ currentPaymentMethod, messages }) => {
      setSaved({ method: currentPaymentMethod, messages });
      choice.choose('current');
    },
    [infoCall],
  );
  const paying = useTry(
    restCall,
    async () => ({ ttiStudentId, programId, amount, ...(userName ? { user: userName } : {}) }),
    (failure) => {
      const { expected } = failure.problem;
      if (isRefusal(failure, 'amount_changed') && expected !== undefined)
        setChanged({ from: info.amount, to: expected });
      onStale();
    },
    (answer) => onPaid(answer, method),
    [infoCall],
  );
  const isCurrent = choice.chosen === 'current';
  return (
    <PayCard
      info={{ ...info, currentPaymentMethod: method }}
      choice={choice}
      legend={t`Payment method`}
      amount={amount}
      oldAmount={changed && amount !== changed.from ? changed.from : null}
      // a new method is saved in a step of its own, so the charged method is visible before that
      trying={isCurrent ? paying : saving}
      label={isCurrent ? t`Pay` : t`Save`}
      locked={isCurrent}
      notice={
        isCurrent &&
        saved && (
          <Outcome>
            {saved.messages.map((message) => (
              <Note key={message} tone="moss" icon={IconCircleCheck}>
                {message}
              </Note>
            ))}
          </Outcome>
        )
      }
    />
  );
}
