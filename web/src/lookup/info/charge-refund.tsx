import { Button, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useCommand } from '../../shared/api/calls.ts';
import { api } from '../../shared/api/client.ts';
import { ConfirmModal } from '../../shared/dialogs/confirm-modal.tsx';
import { money } from '../../shared/format/money.ts';
import { afterMoney, type InfoCharge, useInfoParts } from './api.ts';
import classes from './info.module.css';

/** Credits or a package: registrations bought with them stay. */
const OF_CREDITS = '2';

/** Returns the typed sum in dollars, or its error. R-231. */
export function amountOf(typed: string, most: number): { dollars: number } | { error: string } {
  const text = typed.trim().replace(/^\$/, '');
  const dollars = /^\d{1,6}(\.\d{1,2})?$/.test(text) ? Number(text) : 0;
  if (dollars <= 0) return { error: 'Please enter an amount.' };
  if (dollars > most) return { error: `The refund cannot be more than ${money(most)}.` };
  return { dollars };
}

/** The refundable amount of a charge, and its button; the error is below. R-233. */
export function ChargeRefund({ charge }: { charge: InfoCharge }) {
  const put = useInfoParts();
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const [request, setRequest] = useState<number | null>(null);
  const refund = useCommand(api.chargeRefund, {
    refreshes: afterMoney,
    onDone: ({ charges }) => {
      put({ charges });
      setTyped('');
    },
  });
  const give = (refundAmt: number) => {
    setRequest(null);
    refund.mutate({ chargeId: charge.id, refundAmt });
  };
  const submit = () => {
    const amount = amountOf(typed, charge.refundable);
    refund.reset();
    setWrong('error' in amount ? amount.error : null);
    if ('error' in amount) return;
    setRequest(amount.dollars);
  };
  const error = wrong ?? refund.error?.message ?? null;
  const errorId = `refund-error-${charge.id}`;
  return (
    <div className={classes.refund}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextInput
          className={classes.amount ?? ''}
          size="xs"
          inputMode="decimal"
          placeholder={charge.refundable.toFixed(2)}
          aria-label={`Amount to refund of ${charge.charge_description}`}
          aria-invalid={error !== null}
          aria-describedby={error === null ? undefined : errorId}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" size="compact-sm" loading={refund.isPending}>
          Refund
        </Button>
      </form>
      {error && (
        <span id={errorId} role="alert" className={`${classes.wrapped} ${classes.bad}`}>
          {error}
        </span>
      )}
      {request !== null && (
        <ConfirmModal
          title="Refund charge?"
          keep="Keep charge"
          confirm={`Refund ${money(request)}`}
          onClose={() => setRequest(null)}
          onConfirm={() => give(request)}
        >
          {charge.chargeTypeId === OF_CREDITS && (
            <Text mb="xs">This will not remove the credits. are you sure?</Text>
          )}
          <Text>
            {money(request)} of <bdi>{charge.charge_description}</bdi> will be returned. This cannot
            be undone.
          </Text>
        </ConfirmModal>
      )}
    </div>
  );
}
