import { Button, Text } from '@mantine/core';
import { IconCircleCheck, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { usePaymentMethods } from '../shared/api/student.ts';
import { useMayFor } from '../shared/api/student-in-view.tsx';
import { lazyDialog } from '../shared/dialogs/lazy-dialog.tsx';
import { SideDrawer } from '../shared/dialogs/side-drawer.tsx';
import { CardBadge } from '../shared/payments/card-form/card-badge.tsx';
import { CardLogo } from '../shared/payments/card-form/card-logo.tsx';
import { cardText, defaultFirst, expiryText } from '../shared/payments/card-form/card-text.ts';
import { BlockSkeleton, CallError, Note } from '../shared/ui/feedback.tsx';
import classes from './lookup.module.css';

const AddCardModal = lazyDialog(
  async () => (await import('../shared/payments/card-form/add-card-modal.tsx')).AddCardModal,
);

/** M-32: the saved cards of the student in view; admins add one. */
export function PaymentMethodsDrawer({
  opened,
  onClose,
}: {
  opened: boolean;
  onClose: () => void;
}) {
  return (
    <SideDrawer title="Payment methods" opened={opened} onClose={onClose}>
      {opened && <Methods />}
    </SideDrawer>
  );
}

function Methods() {
  const methods = usePaymentMethods();
  const mayEdit = useMayFor('card.edit');
  const [adding, setAdding] = useState<{ round: number; open: boolean } | null>(null);
  const [saved, setSaved] = useState<string | null>(null);
  const close = () => setAdding((last) => last && { ...last, open: false });
  return (
    <div className={classes.profile}>
      {methods.isPending && <BlockSkeleton height={120} />}
      <CallError
        error={methods.error}
        onRetry={() => void methods.refetch()}
        busy={methods.isFetching}
      />
      {methods.data?.length === 0 && <Text c="dimmed">No payment methods.</Text>}
      {methods.data && methods.data.length > 0 && (
        <ul className={classes.cards}>
          {defaultFirst(methods.data).map((method) => (
            <li key={method.ccId}>
              <CardLogo type={method.cardtype} />
              <div>
                <div className={classes.actions}>
                  {cardText(method)} <CardBadge method={method} />
                </div>
                <Text c="dimmed">
                  {method.ccName}, {expiryText(method).toLowerCase()}
                </Text>
              </div>
            </li>
          ))}
        </ul>
      )}
      <div role="status">
        {saved && (
          <Note tone="moss" icon={IconCircleCheck}>
            {saved}
          </Note>
        )}
      </div>
      {mayEdit && (
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} stroke={1.8} aria-hidden="true" />}
            onClick={() => {
              setSaved(null);
              setAdding((last) => ({ round: (last?.round ?? 0) + 1, open: true }));
            }}
          >
            Add card
          </Button>
        </div>
      )}
      {adding && (
        <AddCardModal
          key={adding.round}
          opened={adding.open}
          onClose={close}
          onSaved={(card) => {
            setSaved(`The ${cardText(card)} was saved.`);
            close();
          }}
        />
      )}
    </div>
  );
}
