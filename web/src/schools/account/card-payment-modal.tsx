import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { submitSchoolPayment } from '@portal/contract/schools/office';
import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { ModalFrame } from '../../shared/dialogs/modal-frame.tsx';
import { money } from '../../shared/format/money.ts';
import { useCallForm } from '../../shared/forms/use-call-form.ts';
import { tokenize } from '../../shared/payments/card-form/accept.ts';
import { CardFieldset } from '../../shared/payments/card-form/card-form.tsx';
import { cardFieldsInvalid } from '../../shared/payments/card-form/card-rules.ts';
import { useCardForm } from '../../shared/payments/card-form/use-card-form.ts';
import { PayTotal } from '../../shared/payments/pay-step/pay-total.tsx';
import { PaymentTrouble } from '../../shared/payments/pay-step/payment-trouble.tsx';
import { nothingTwice, useTry } from '../../shared/payments/use-try.ts';
import { Outcome } from '../../shared/ui/feedback.tsx';
import { cardPaymentCall } from '../api.ts';
import { BALANCE_CALLS, type SchoolPaymentProps } from './school-payment.ts';

/** M-35: a school pays into its account by card, which is charged once and not saved. R-283. */
export function CardPaymentModal({ school, amount, onPaid, onClose }: SchoolPaymentProps) {
  const [agreed, setAgreed] = useState<number | null>(null);
  const [balance, setBalance] = useState<number | null>(null);
  const form = useCallForm({
    schema: submitSchoolPayment.body.pick({ amount: true }),
    initial: { amount: amount?.toFixed(2) ?? '' },
  });
  const card = useCardForm();
  const paying = useTry(
    cardPaymentCall,
    async () => {
      const filled = card.check();
      if (!filled) throw new Error(cardFieldsInvalid);
      const { acceptPaymentDescriptor, acceptPaymentValue, ccLast4, cardType } =
        await tokenize(filled);
      return {
        schoolId: school.id,
        amount: agreed ?? 0,
        acceptPaymentDescriptor,
        acceptPaymentValue,
        ccLast4,
        cardType,
      };
    },
    () => {},
    ({ schoolPaymentBalance }) => {
      setBalance(schoolPaymentBalance);
      onPaid?.();
    },
    BALANCE_CALLS,
  );
  const { busy, unresolved } = paying;
  return (
    <ModalFrame title={`Add payment, ${school.name}`} opened onClose={onClose} busy={busy}>
      {balance !== null && (
        <Stack gap="sm">
          <Outcome>
            <Text fw={600}>Your payment was successful.</Text>
            <Text>{`New balance: ${money(balance)}`}</Text>
          </Outcome>
          <Button onClick={onClose} ml="auto">
            Close
          </Button>
        </Stack>
      )}
      {balance === null && agreed === null && (
        <form
          noValidate
          onSubmit={form.onSubmit((filled) => setAgreed(Number(filled.amount.trim())))}
        >
          <Stack gap="sm">
            <TextInput
              label="Amount"
              description="At most $50,000.00"
              withAsterisk
              data-autofocus
              inputMode="decimal"
              autoComplete="off"
              leftSection="$"
              maxLength={9}
              {...form.getInputProps('amount')}
            />
            <Button type="submit" disabled={form.values.amount.trim() === ''} ml="auto">
              Continue
            </Button>
          </Stack>
        </form>
      )}
      {balance === null && agreed !== null && (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!busy) paying.go();
          }}
        >
          <Stack gap="md">
            <CardFieldset form={card} disabled={busy || unresolved} autoFocus />
            <PayTotal amount={agreed} oldAmount={null} />
            <PaymentTrouble error={paying.error} unresolved={unresolved} again={nothingTwice} />
            <Group justify="space-between">
              <Button
                variant="default"
                disabled={busy || unresolved}
                onClick={() => {
                  card.clear();
                  setAgreed(null);
                }}
              >
                Back
              </Button>
              <Button
                type="submit"
                loading={busy}
                leftSection={!unresolved && <IconLock size={18} stroke={1.8} aria-hidden="true" />}
              >
                {unresolved ? 'Check again' : 'Pay'}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </ModalFrame>
  );
}
