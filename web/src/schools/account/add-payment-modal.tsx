import { Box, Button, Stack, Text, TextInput } from '@mantine/core';
import { newYorkDay } from '@portal/contract/days';
import { recordSchoolPayment } from '@portal/contract/schools/office';
import { useState } from 'react';
import { useAnswer, useCommand } from '../../shared/api/calls.ts';
import { ModalFrame } from '../../shared/dialogs/modal-frame.tsx';
import { tableDay } from '../../shared/format/dates.ts';
import { money } from '../../shared/format/money.ts';
import { useCallForm } from '../../shared/forms/use-call-form.ts';
import { PlainTable } from '../../shared/table/plain-table.tsx';
import type { Column } from '../../shared/table/table-props.ts';
import { CallError, Outcome } from '../../shared/ui/feedback.tsx';
import { infoCall, recordPaymentCall, type SchoolPayment } from '../api.ts';
import { BALANCE_CALLS, type SchoolPaymentProps } from './school-payment.ts';

const columns: readonly Column<SchoolPayment>[] = [
  { id: 'date', title: 'Payment date', text: ({ paymentDate }) => tableDay(paymentDate) },
  { id: 'amount', title: 'Amount', numeric: true, text: ({ amount }) => money(amount) },
  { id: 'comment', title: 'Comment', text: ({ comment }) => comment ?? '' },
  { id: 'by', title: 'Entered by', text: ({ createdBy }) => createdBy },
];

/** M-34: a payment of a school is entered by hand.. */
export function AddPaymentModal({ school, amount, onPaid, onClose }: SchoolPaymentProps) {
  const [balance, setBalance] = useState<number | null>(null);
  const info = useAnswer(infoCall, { schoolId: school.id });
  const form = useCallForm({
    schema: recordSchoolPayment.body.omit({ schoolId: true }),
    initial: { date: newYorkDay(new Date()), amount: amount?.toFixed(2) ?? '', comment: '' },
  });
  const save = useCommand(recordPaymentCall, {
    refreshes: BALANCE_CALLS,
    onDone: ({ schoolPaymentBalance }) => {
      setBalance(schoolPaymentBalance);
      onPaid?.();
    },
  });
  const hasPlace = save.error?.problem.errors?.some(({ path }) => path in form.values) ?? false;
  const isFilled = form.values.date !== '' && form.values.amount.trim() !== '';
  return (
    <ModalFrame
      title={`Add payment, ${school.name}`}
      opened
      onClose={onClose}
      busy={save.isPending}
      width={640}
    >
      {balance === null ? (
        <form
          noValidate
          onSubmit={form.onSubmit(() =>
            save.mutate({ schoolId: school.id, ...form.filled() } as never, {
              onError: (error) => void form.showFailure(error),
            }),
          )}
        >
          <Stack gap="sm">
            <TextInput
              type="date"
              label="Payment date"
              withAsterisk
              max={newYorkDay(new Date())}
              {...form.getInputProps('date')}
            />
            <TextInput
              label="Amount"
              withAsterisk
              data-autofocus
              inputMode="decimal"
              autoComplete="off"
              leftSection="$"
              maxLength={12}
              {...form.getInputProps('amount')}
            />
            <TextInput
              label="Comment"
              autoComplete="off"
              maxLength={500}
              {...form.getInputProps('comment')}
            />
            {!hasPlace && <CallError error={save.error} />}
            <Button type="submit" disabled={!isFilled} loading={save.isPending} ml="auto">
              Save
            </Button>
          </Stack>
        </form>
      ) : (
        <Stack gap="sm">
          <Outcome>
            <Text fw={600}>The payment was successfully saved.</Text>
            <Text>{`New balance: ${money(balance)}`}</Text>
          </Outcome>
          <Button onClick={onClose} ml="auto">
            Close
          </Button>
        </Stack>
      )}
      {info.data && (
        <Box mt="lg">
          <PlainTable
            title="Earlier payments"
            columns={columns}
            rows={info.data.schoolPayments}
            keyOf={({ id }) => id}
            empty="No payments."
          />
        </Box>
      )}
    </ModalFrame>
  );
}
