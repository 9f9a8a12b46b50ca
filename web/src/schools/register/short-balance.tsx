import { Button, Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { money } from '../../shared/format/money.ts';
import { AddPaymentModal } from '../account/add-payment-modal.tsx';
import { CardPaymentModal } from '../account/card-payment-modal.tsx';
import { isOffice, mayPayByCard, mayRecordPayments, type School } from '../api.ts';
import classes from '../schools.module.css';

/** 'The balance is $400.00 short.' */
export const ShortText = ({ missing }: { missing: number }) => (
  <span className={classes.bad}>{`The balance is ${money(missing)} short.`}</span>
);

interface ShortBalanceProps {
  school: School;
  /** Dollars. */
  missing: number;
  onPaid: () => void;
}

/** The missing balance of an order, and the payments that cover it.. */
export function ShortBalance({ school, missing, onPaid }: ShortBalanceProps) {
  const [opened, setOpened] = useState<{ by: 'hand' | 'card'; amount: number } | null>(null);
  const payment = opened && {
    school,
    amount: opened.amount,
    onPaid,
    onClose: () => setOpened(null),
  };
  const button = (by: 'hand' | 'card', label: string) => (
    <Button
      size="compact-sm"
      variant="light"
      leftSection={<IconPlus size={16} stroke={1.8} aria-hidden="true" />}
      onClick={() => setOpened({ by, amount: missing })}
    >
      {label}
    </Button>
  );
  return (
    <>
      {missing > 0 && (
        <div className={classes.short}>
          <p role="alert">
            <ShortText missing={missing} />
          </p>
          <Group gap="xs">
            {mayRecordPayments() && button('hand', 'Add payment')}
            {mayPayByCard() && button('card', isOffice() ? 'Add cc payment' : 'Add payment')}
          </Group>
        </div>
      )}
      {payment && opened.by === 'hand' && <AddPaymentModal {...payment} />}
      {payment && opened.by === 'card' && <CardPaymentModal {...payment} />}
    </>
  );
}
