import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Text } from '@mantine/core';
import type { PaymentMethod } from '@portal/contract/payments/cards';
import { IconCreditCardOff, IconReceipt } from '@tabler/icons-react';
import { useCommand } from '../shared/api/calls.ts';
import { isRefusal } from '../shared/api/client.ts';
import { paymentMethodsCall } from '../shared/api/student.ts';
import { ConfirmLines } from '../shared/dialogs/confirm-lines.tsx';
import { ModalFrame } from '../shared/dialogs/modal-frame.tsx';
import { cardText } from '../shared/payments/card-form/card-text.ts';
import { CallError } from '../shared/ui/feedback.tsx';
import { removeCardCall } from './api.ts';

interface RemoveCardModalProps {
  card: PaymentMethod;
  opened: boolean;
  onClose: () => void;
  onRemoved: (card: PaymentMethod) => void;
}

/**
 * Asks for a confirmation before removing a saved card. The safe button has the focus. Remount it
 * for each card.
 */
export function RemoveCardModal({ card, opened, onClose, onRemoved }: RemoveCardModalProps) {
  const remove = useCommand(removeCardCall, {
    refreshes: [paymentMethodsCall],
    onDone: () => onRemoved(card),
  });
  const isGone = isRefusal(remove.error, 'payment_method_not_found');
  return (
    <ModalFrame
      title={t`Remove card`}
      opened={opened}
      onClose={onClose}
      busy={remove.isPending}
      foot={
        <>
          <Button variant="default" onClick={onClose} disabled={remove.isPending} data-autofocus>
            {isGone ? t`Close` : t`Keep card`}
          </Button>
          {!isGone && (
            <Button
              color="garnet"
              loading={remove.isPending}
              onClick={() => remove.mutate({ ccId: card.ccId })}
            >
              <Trans>Remove card</Trans>
            </Button>
          )}
        </>
      }
    >
      <Text>
        <Trans>
          Remove <b>{cardText(card)}</b>?
        </Trans>
      </Text>
      <ConfirmLines
        lines={[
          {
            icon: IconCreditCardOff,
            text: t`It cannot be used to pay here any more. You can add it again later.`,
          },
          {
            icon: IconReceipt,
            text: t`Payments made with it stay as they are, and refunds of them still go back to it.`,
          },
        ]}
      />
      <CallError error={remove.error} />
    </ModalFrame>
  );
}
