import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import type { NewCardFields, PaymentMethod } from '@portal/contract/payments/cards';
import { useState } from 'react';
import { useCommand } from '../../api/calls.ts';
import { api, CallFailure } from '../../api/client.ts';
import { useOneAtATime } from '../../api/one-at-a-time.ts';
import { paymentMethodsCall } from '../../api/student.ts';
import { ModalFrame } from '../../dialogs/modal-frame.tsx';
import { CallError } from '../../ui/feedback.tsx';
import { tokenize } from './accept.ts';
import { CardFieldset } from './card-form.tsx';
import { cardFieldsInvalid } from './card-rules.ts';
import { useCardForm } from './use-card-form.ts';

const saveCall = api.saveCreditCard;

interface AddCardModalProps {
  opened: boolean;
  onClose: () => void;
  onSaved: (card: PaymentMethod) => void;
}

/** M-14 alone: saves a card without a charge. Remount it for each card. */
export function AddCardModal({ opened, onClose, onSaved }: AddCardModalProps) {
  const form = useCardForm();
  const [trouble, setTrouble] = useState<Error | null>(null);
  const [tokenizing, setTokenizing] = useState(false);
  // sent with an unknown outcome: the same fields are sent again, since a token works once
  const [unanswered, setUnanswered] = useState<NewCardFields | null>(null);
  const save = useCommand(saveCall, {
    refreshes: [paymentMethodsCall],
    onDone: ({ paymentMethod }) => onSaved(paymentMethod),
  });
  const busy = tokenizing || save.isPending;

  const send = (card: NewCardFields) => {
    setUnanswered(card);
    save.mutate(card, {
      onError: (failure) => {
        setTrouble(failure);
        if (failure instanceof CallFailure && failure.isFinal) setUnanswered(null);
      },
    });
  };
  const submit = useOneAtATime(async () => {
    setTrouble(null);
    if (unanswered) return send(unanswered);
    const card = form.check();
    if (!card) return setTrouble(new Error(cardFieldsInvalid));
    setTokenizing(true);
    try {
      send(await tokenize(card));
    } catch (failure) {
      setTrouble(failure as Error);
    } finally {
      setTokenizing(false);
    }
  });

  return (
    <ModalFrame title={t`Add card`} opened={opened} onClose={onClose} busy={busy}>
      <form
        noValidate
        style={{ display: 'grid', gap: 20 }}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <CardFieldset form={form} disabled={busy || unanswered !== null} autoFocus />
        <CallError error={trouble} />
        <Button type="submit" size="md" fullWidth loading={busy}>
          {unanswered && !busy ? t`Try again` : t`Save`}
        </Button>
      </form>
    </ModalFrame>
  );
}
