import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Text } from '@mantine/core';
import { newYorkDay } from '@portal/contract/days';
import type { OwnPayment } from '@portal/contract/payments/own-payments';
import { IconArrowBackUp } from '@tabler/icons-react';
import { dayText } from '../../shared/format/dates.ts';
import { money } from '../../shared/format/money.ts';
import { ToneBadge } from '../../shared/ui/tone-badge.tsx';
import classes from './payments.module.css';

interface PaymentRowProps {
  payment: OwnPayment;
  /** Its receipt is on its way. */
  loading: boolean;
  /** Another one is. */
  disabled: boolean;
  onReceipt: () => void;
}

/** A payment with its receipt, or money of one that went back. */
export function PaymentRow({ payment, loading, disabled, onReceipt }: PaymentRowProps) {
  const { kind, date, description, amount, cardtype, cc4digits } = payment;
  const day = dayText(newYorkDay(new Date(date)));
  const kindOfCard = cardtype ?? t`Card`;
  const card = cc4digits ? t`${kindOfCard} ending in ${cc4digits}` : cardtype;
  const isRefund = kind === 'refund';
  return (
    <li>
      <div className={classes.what}>
        <Text>{description}</Text>
        <Text c="dimmed" size="sm">
          <time dateTime={date}>{day}</time>
          {card && `, ${card}`}
        </Text>
      </div>
      <div className={classes.amount}>
        <Text className="num">{money(isRefund ? -amount : amount)}</Text>
        {isRefund ? (
          <ToneBadge tone="moss" icon={IconArrowBackUp}>
            {t`Refunded`}
          </ToneBadge>
        ) : (
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={onReceipt}
            loading={loading}
            disabled={disabled}
            aria-label={t`Receipt: ${description}, ${day}, ${money(amount)}`}
          >
            <Trans>Receipt</Trans>
          </Button>
        )}
      </div>
    </li>
  );
}
