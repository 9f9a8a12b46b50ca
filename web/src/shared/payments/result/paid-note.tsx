import { Trans } from '@lingui/react/macro';
import { IconCircleCheck } from '@tabler/icons-react';
import { money } from '../../format/money.ts';
import { Note } from '../../ui/feedback.tsx';
import { cardText } from '../card-form/card-text.ts';
import type { PaidFor } from './paid-card.tsx';

/** 'Paid $15.00, Visa ending in 1111.' above the step that the payment was for. */
export function PaidNote({ paid: { amount, card } }: { paid: PaidFor }) {
  return (
    <Note tone="moss" icon={IconCircleCheck}>
      <b>
        <Trans>Paid {money(amount)}</Trans>
      </b>
      {card && `, ${cardText(card)}`}. <Trans>The receipt comes by email.</Trans>
    </Note>
  );
}
