import { t } from '@lingui/core/macro';
import type { PaymentMethod } from '@portal/contract/payments/cards';
import { IconCalendarX, IconStar } from '@tabler/icons-react';
import { ToneBadge } from '../../ui/tone-badge.tsx';

/** A saved card's badge: default, expired and so on. */
export function CardBadge({ method }: { method: PaymentMethod }) {
  if (method.expired) {
    return (
      <ToneBadge tone="garnet" icon={IconCalendarX}>
        {t`Expired`}
      </ToneBadge>
    );
  }
  return method.isDefault ? (
    <ToneBadge tone="lapis" icon={IconStar}>
      {t`Default`}
    </ToneBadge>
  ) : null;
}
