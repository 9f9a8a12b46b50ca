import { Button, Card, Text, Title } from '@mantine/core';
import type { PaymentMethod } from '@portal/contract/cards';
import { IconCircleCheck, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { CardLogo } from '../shared/card-form/card-logo.tsx';
import { expiryText } from '../shared/card-form/card-text.ts';
import { BlockSkeleton, CallError, Note } from '../shared/feedback.tsx';
import { later } from '../shared/later.tsx';
import { usePaymentMethods } from '../shared/student.ts';
import classes from './account-page.module.css';

const AddCardModal = later(async () => (await import('../shared/card-form/add-card-modal.tsx')).AddCardModal);

/** The saved cards, and 'Add card'. */
export function CardsCard() {
  const methods = usePaymentMethods();
  const [adding, setAdding] = useState<{ round: number; open: boolean } | null>(null);
  const [saved, setSaved] = useState<PaymentMethod | null>(null);
  const close = () => setAdding((last) => last && { ...last, open: false });
  if (methods.isPending) return <BlockSkeleton height={220} />;
  return (
    <Card component="section" aria-labelledby="account-cards">
      <Title order={2} id="account-cards">
        Saved cards
      </Title>
      <CallError error={methods.error} onRetry={() => void methods.refetch()} busy={methods.isFetching} />
      {methods.data?.length === 0 && (
        <Text c="dimmed" my="sm">
          No payment methods.
        </Text>
      )}
      {methods.data && methods.data.length > 0 && (
        <ul className={classes.cards}>
          {methods.data.map((method) => (
            <li key={method.ccId}>
              <CardLogo type={method.cardtype} />
              <div>
                <Text>
                  {method.cardtype} ending in {method.cc4digits}
                </Text>
                <Text c="dimmed" size="sm">
                  {method.ccName}, {expiryText(method).toLowerCase()}
                </Text>
              </div>
            </li>
          ))}
        </ul>
      )}
      <div role="status">
        {saved && (
          <div style={{ marginBottom: 16 }}>
            <Note tone="moss" icon={IconCircleCheck}>
              The {saved.cardtype} ending in {saved.cc4digits} was saved.
            </Note>
          </div>
        )}
      </div>
      <Button
        variant="default"
        leftSection={<IconPlus size={18} stroke={1.8} aria-hidden="true" />}
        onClick={() => {
          setSaved(null);
          setAdding((last) => ({ round: (last?.round ?? 0) + 1, open: true }));
        }}
      >
        Add card
      </Button>
      {adding && (
        <AddCardModal
          key={adding.round}
          opened={adding.open}
          onClose={close}
          onSaved={(card) => {
            setSaved(card);
            close();
          }}
        />
      )}
    </Card>
  );
}
