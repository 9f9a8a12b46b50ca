import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Card, Text, Title } from '@mantine/core';
import type { PaymentMethod } from '@portal/contract/payments/cards';
import { IconCircleCheck, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useCommand } from '../shared/api/calls.ts';
import { paymentMethodsCall, usePaymentMethods } from '../shared/api/student.ts';
import { useMayFor } from '../shared/api/student-in-view.tsx';
import { lazyDialog } from '../shared/dialogs/lazy-dialog.tsx';
import { cardText, defaultFirst } from '../shared/payments/card-form/card-text.ts';
import { BlockSkeleton, CallError, Note } from '../shared/ui/feedback.tsx';
import classes from './account-page.module.css';
import { setDefaultCardCall } from './api.ts';
import { SavedCard } from './saved-card.tsx';

const AddCardModal = lazyDialog(
  async () => (await import('../shared/payments/card-form/add-card-modal.tsx')).AddCardModal,
);
const RemoveCardModal = lazyDialog(
  async () => (await import('./remove-card-modal.tsx')).RemoveCardModal,
);

/** The saved cards, the default one first: 'Add card', 'Make default', 'Remove'. */
export function CardsCard() {
  const methods = usePaymentMethods();
  const mayEdit = useMayFor('card.edit');
  const [adding, setAdding] = useState<{ round: number; open: boolean } | null>(null);
  const [removing, setRemoving] = useState<{
    round: number;
    open: boolean;
    card: PaymentMethod;
  } | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const choose = useCommand(setDefaultCardCall, {
    refreshes: [paymentMethodsCall],
    onDone: ({ paymentMethods }, { ccId }) => {
      const card = paymentMethods.find((one) => one.ccId === ccId);
      if (card) setDone(t`The ${cardText(card)} is the default card.`);
    },
  });
  const begin = () => {
    setDone(null);
    choose.reset();
  };
  if (methods.isPending) return <BlockSkeleton height={220} />;
  const cards = defaultFirst(methods.data ?? []);
  return (
    <Card component="section" aria-labelledby="account-cards">
      <Title order={2} id="account-cards">
        <Trans>Saved cards</Trans>
      </Title>
      <CallError
        error={methods.error}
        onRetry={() => void methods.refetch()}
        busy={methods.isFetching}
      />
      {methods.data?.length === 0 && (
        <Text c="dimmed" my="sm">
          <Trans>No payment methods.</Trans>
        </Text>
      )}
      {cards.length > 0 && (
        <ul className={classes.cards}>
          {cards.map((method) => (
            <SavedCard
              key={method.ccId}
              method={method}
              canBeDefault={cards.length > 1 && !method.isDefault && !method.expired}
              mayEdit={mayEdit}
              busy={choose.isPending}
              onMakeDefault={() => {
                begin();
                choose.mutate({ ccId: method.ccId });
              }}
              onRemove={() => {
                begin();
                setRemoving((last) => ({
                  round: (last?.round ?? 0) + 1,
                  open: true,
                  card: method,
                }));
              }}
            />
          ))}
        </ul>
      )}
      <CallError error={choose.error} />
      <div role="status">
        {done && (
          <div style={{ marginBottom: 16 }}>
            <Note tone="moss" icon={IconCircleCheck}>
              {done}
            </Note>
          </div>
        )}
      </div>
      {mayEdit && (
        <Button
          variant="default"
          leftSection={<IconPlus size={18} stroke={1.8} aria-hidden="true" />}
          onClick={() => {
            begin();
            setAdding((last) => ({ round: (last?.round ?? 0) + 1, open: true }));
          }}
        >
          <Trans>Add card</Trans>
        </Button>
      )}
      {adding && (
        <AddCardModal
          key={`add ${adding.round}`}
          opened={adding.open}
          onClose={() => setAdding((last) => last && { ...last, open: false })}
          onSaved={(card) => {
            setDone(t`The ${cardText(card)} was saved.`);
            setAdding((last) => last && { ...last, open: false });
          }}
        />
      )}
      {removing && (
        <RemoveCardModal
          key={`remove ${removing.round}`}
          card={removing.card}
          opened={removing.open}
          onClose={() => setRemoving((last) => last && { ...last, open: false })}
          onRemoved={(card) => {
            setDone(t`The ${cardText(card)} was removed.`);
            setRemoving((last) => last && { ...last, open: false });
          }}
        />
      )}
    </Card>
  );
}
