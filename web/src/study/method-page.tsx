import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Card, Text } from '@mantine/core';
import type { CallAnswer } from '@portal/contract/call';
import type { addPaymentMethod, TtiPaymentMethod } from '@portal/contract/seminary/study';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { cardFieldsInvalid } from '../shared/payments/card-form/card-rules.ts';
import { PaymentTrouble } from '../shared/payments/pay-step/payment-trouble.tsx';
import { nothingTwice, useTry } from '../shared/payments/use-try.ts';
import { Note, Outcome } from '../shared/ui/feedback.tsx';
import {
  accountOf,
  infoCall,
  methodText,
  type StudyPlace,
  saveMethodCall,
  useStudyInfo,
  useStudyPlace,
} from './api.ts';
import { MethodChooser, MethodIcon } from './method/method-chooser.tsx';
import { useMethodChoice } from './method/use-method-choice.ts';
import classes from './study.module.css';
import { StudyPage } from './study-page.tsx';

type Saved = CallAnswer<typeof addPaymentMethod>;

/** S-13: replaces the card or bank account for seminary study; charges nothing. */
export function MethodPage() {
  const place = useStudyPlace();
  const info = useStudyInfo(place);
  const [saved, setSaved] = useState<Saved | null>(null);
  const current = saved?.currentPaymentMethod ?? info.data?.currentPaymentMethod ?? null;
  return (
    <StudyPage title={t`Payment method`} place={place} info={info}>
      {info.data && (
        <Card className={classes.method}>
          {saved && (
            <Outcome>
              {saved.messages.map((message) => (
                <Note key={message} tone="moss" icon={IconCircleCheck}>
                  {message}
                </Note>
              ))}
            </Outcome>
          )}
          <CurrentMethod method={current} />
          {!saved && <NewMethod place={place} onSaved={setSaved} />}
        </Card>
      )}
    </StudyPage>
  );
}

function CurrentMethod({ method }: { method: TtiPaymentMethod | null }) {
  return (
    <div className={classes.current}>
      {method && <MethodIcon type={method.PaymentMethodType} />}
      <div>
        <Text c="dimmed" size="sm">
          <Trans>Current payment method</Trans>
        </Text>
        <Text fw={600}>{method ? methodText(method) : t`None yet`}</Text>
      </div>
    </div>
  );
}

function NewMethod({ place, onSaved }: { place: StudyPlace; onSaved: (saved: Saved) => void }) {
  const choice = useMethodChoice(accountOf(place), false);
  const { ttiStudentId, programId, paymentTo, userName } = place;
  const saving = useTry(
    saveMethodCall,
    async () => ({
      ttiStudentId,
      programId,
      paymentTo,
      ...(userName ? { userName } : {}),
      ...(await choice.source()),
    }),
    () => {},
    onSaved,
    [infoCall],
  );
  const { busy, unresolved } = saving;
  const isReady = choice.isReady || unresolved;
  return (
    <form
      noValidate
      className={classes.method}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !busy) saving.go();
      }}
    >
      <MethodChooser
        choice={choice}
        current={null}
        legend={t`New payment method`}
        disabled={busy || unresolved}
      />
      <PaymentTrouble error={saving.error} unresolved={unresolved} again={nothingTwice} />
      <div className={classes.save}>
        <Button type="submit" size="md" className={classes.pay} disabled={!isReady} loading={busy}>
          {unresolved ? t`Check again` : t`Save`}
        </Button>
        {!isReady && (
          <Text c="dimmed" size="sm">
            {cardFieldsInvalid}
          </Text>
        )}
      </div>
    </form>
  );
}
