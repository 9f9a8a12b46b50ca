import { t } from '@lingui/core/macro';
import type { CallAnswer } from '@portal/contract/call';
import type { chargeAndJoin } from '@portal/contract/seminary/study';
import { useState } from 'react';
import { isRefusal } from '../shared/api/client.ts';
import { useTry } from '../shared/payments/use-try.ts';
import {
  accountOf,
  infoCall,
  joinCall,
  type StudyPlace,
  useStudyInfo,
  useStudyPlace,
} from './api.ts';
import { useMethodChoice } from './method/use-method-choice.ts';
import { type Info, PaidCard, PayCard } from './pay-card.tsx';
import { StudyPage } from './study-page.tsx';

type Joined = CallAnswer<typeof chargeAndJoin>;

/** S-12: pays for a programme of seminary study and joins it. */
export function JoinPage() {
  const place = useStudyPlace();
  const info = useStudyInfo(place);
  // keep the answer to a payment although the due amount is reloaded
  const [joined, setJoined] = useState<Joined | null>(null);
  return (
    <StudyPage title={t`Seminary study`} place={place} info={info}>
      {joined && (
        <PaidCard
          messages={joined.messages}
          payment={joined.payment}
          method={joined.currentPaymentMethod}
        />
      )}
      {!joined && info.data && (
        <JoinCard
          key={`${place.ttiStudentId}/${place.programId}/${place.paymentTo}`}
          place={place}
          info={info.data}
          onJoined={setJoined}
          onStale={() => void info.refetch()}
        />
      )}
    </StudyPage>
  );
}

interface JoinCardProps {
  place: StudyPlace;
  info: Info;
  onJoined: (joined: Joined) => void;
  /** Called when the shown data is outdated. */
  onStale: () => void;
}

function JoinCard({ place, info, onJoined, onStale }: JoinCardProps) {
  const choice = useMethodChoice(accountOf(place), info.currentPaymentMethod !== null);
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
      return choice.chosen === 'current'
        ? { ...who, chargeCurrentPaymentMethod: true as const }
        : { ...who, ...(await choice.source()) };
    },
    (failure) => {
      const { expected } = failure.problem;
      if (isRefusal(failure, 'amount_changed') && expected !== undefined)
        setChanged({ from: info.amount, to: expected });
      onStale();
    },
    onJoined,
    [infoCall],
  );
  return (
    <PayCard
      info={info}
      choice={choice}
      legend={t`Payment method`}
      amount={amount}
      oldAmount={changed && amount !== changed.from ? changed.from : null}
      trying={paying}
      label={t`Pay`}
      locked
    />
  );
}
