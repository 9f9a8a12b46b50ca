import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Card, Text, TextInput } from '@mantine/core';
import type { CallAnswer } from '@portal/contract/call';
import type { getRefundData } from '@portal/contract/seminary/study';
import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { money } from '../shared/format/money.ts';
import { PaymentTrouble } from '../shared/payments/pay-step/payment-trouble.tsx';
import { nothingTwice, useTry } from '../shared/payments/use-try.ts';
import { BlockSkeleton, CallError, Note, Outcome } from '../shared/ui/feedback.tsx';
import {
  infoCall,
  type RefundPlace,
  refundCall,
  useRefundData,
  useRefundInfo,
  useRefundPlace,
} from './api.ts';
import { PaymentsTable } from './payments-table.tsx';
import classes from './study.module.css';
import { StudyPage } from './study-page.tsx';

type Data = CallAnswer<typeof getRefundData>;
/** The outcome of a refund: the requested amount, and the amount that could not be refunded. */
interface Refunded {
  amount: number;
  errors: readonly string[];
}

/** money of seminary study back, and the student out of the programme. */
export function RefundPage() {
  const place = useRefundPlace();
  const info = useRefundInfo(place);
  const data = useRefundData(place);
  const [refunded, setRefunded] = useState<Refunded | null>(null);
  return (
    <StudyPage title={t`Seminary study refund`} place={place} info={info}>
      {info.data && (
        <Card className={classes.refund}>
          {refunded && <RefundedNotes refunded={refunded} />}
          {data.isPending && <BlockSkeleton height={200} />}
          <CallError
            error={data.error}
            onRetry={data.error?.isFinal ? undefined : () => void data.refetch()}
            busy={data.isFetching}
          />
          {data.data && (
            <>
              <PaymentsTable payments={data.data.payments} />
              <RefundForm
                // the refundable amount changes after each refund
                key={`${data.data.maxRefund} ${data.data.payments.length}`}
                place={place}
                data={data.data}
                onRefunded={setRefunded}
                onStale={() => void data.refetch()}
              />
            </>
          )}
        </Card>
      )}
    </StudyPage>
  );
}

function RefundedNotes({ refunded: { amount, errors } }: { refunded: Refunded }) {
  return (
    <Outcome>
      {errors.length === 0 && (
        <Note tone="moss" icon={IconCircleCheck}>
          <Trans>{money(amount)} was refunded.</Trans>
        </Note>
      )}
      {errors.map((error) => (
        <Note key={error} tone="garnet" icon={IconAlertCircle}>
          {error}
        </Note>
      ))}
    </Outcome>
  );
}

const AMOUNT = /^\d{1,7}(?:\.\d{1,2})?$/;
const tooMuch = t`Refund amount cannot be more than the original refund amount.`;

/** Returns the error of an amount, in words that name the repair; null when it is valid. R-314. */
function amountError(text: string, most: number): string | null {
  if (!AMOUNT.test(text)) return t`Enter an amount in dollars, such as 250.00.`;
  if (Number(text) > most) return tooMuch;
  return Number(text) > 0 ? null : t`Enter an amount above 0.`;
}

interface RefundFormProps {
  place: RefundPlace;
  data: Data;
  onRefunded: (refunded: Refunded | null) => void;
  /** Called when the shown data is outdated. */
  onStale: () => void;
}

function RefundForm({ place, data, onRefunded, onStale }: RefundFormProps) {
  const { refundable, message, maxRefund } = data;
  const [text, setText] = useState(refundable ? maxRefund.toFixed(2) : '');
  const { ttiStudentId, programId, studentProgramId, keepMembership, userName } = place;
  const typed = text.replace(/[$,\s]/g, '');
  const error = typed === '' ? null : amountError(typed, maxRefund);
  const amount = Number(typed);
  const refunding = useTry(
    refundCall,
    async () => ({
      ttiStudentId,
      programId,
      studentProgramId,
      keepMembership,
      requestedRefundAmount: amount,
      ...(userName ? { userName } : {}),
    }),
    () => {
      onRefunded(null);
      onStale();
    },
    ({ errors }) => {
      onRefunded({ amount, errors });
      onStale();
    },
    [infoCall],
  );
  const { busy, unresolved } = refunding;
  const isReady = (refundable && typed !== '' && error === null) || unresolved;
  return (
    <form
      noValidate
      className={classes.refund}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !busy) refunding.go();
      }}
    >
      {!refundable && (
        <Note tone="slate" icon={IconInfoCircle}>
          {message ?? t`Nothing is left to refund.`}
        </Note>
      )}
      <TextInput
        label={t`Refund amount`}
        description={refundable ? t`At most ${money(maxRefund)}` : undefined}
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        leftSection="$"
        className={classes.amount}
        value={text}
        error={error}
        disabled={!refundable || busy || unresolved}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {refundable && (
        <Text c="dimmed">
          {keepMembership
            ? t`The student leaves the program and stays a member.`
            : t`The student leaves the program, and the membership ends.`}
        </Text>
      )}
      <PaymentTrouble error={refunding.error} unresolved={unresolved} again={nothingTwice} />
      <div className={classes.save}>
        <Button type="submit" disabled={!isReady} loading={busy}>
          {unresolved ? t`Check again` : t`Refund and unjoin`}
        </Button>
      </div>
    </form>
  );
}
