import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Text } from '@mantine/core';
import type { PaymentMethod } from '@portal/contract/payments/cards';
import { IconClockExclamation } from '@tabler/icons-react';
import { CardBadge } from '../shared/payments/card-form/card-badge.tsx';
import { CardLogo } from '../shared/payments/card-form/card-logo.tsx';
import { cardText, expiryText } from '../shared/payments/card-form/card-text.ts';
import { ToneBadge } from '../shared/ui/tone-badge.tsx';
import classes from './account-page.module.css';

interface SavedCardProps {
  method: PaymentMethod;
  /** Whether it can be made the default card: there is another one, and it has not expired. */
  canBeDefault: boolean;
  /** Advisors only look. */
  mayEdit: boolean;
  busy: boolean;
  onMakeDefault: () => void;
  onRemove: () => void;
}

/** A saved card with its actions. */
export function SavedCard({
  method,
  canBeDefault,
  mayEdit,
  busy,
  onMakeDefault,
  onRemove,
}: SavedCardProps) {
  const name = cardText(method);
  return (
    <li>
      <CardLogo type={method.cardtype} />
      <div className={classes.card}>
        <div className={classes.cardHead}>
          <Text>{name}</Text>
          <CardBadge method={method} />
          {method.expiresSoon && (
            <ToneBadge tone="brass" icon={IconClockExclamation}>
              {t`Expires soon`}
            </ToneBadge>
          )}
        </div>
        <Text c="dimmed" size="sm">
          {method.ccName}, {expiryText(method).toLowerCase()}
        </Text>
        {method.expired && (
          <Text size="sm">
            <Trans>This card has expired and cannot be used to pay. Please add a new one.</Trans>
          </Text>
        )}
        {mayEdit && (
          <div className={classes.cardActions}>
            {canBeDefault && (
              <Button
                variant="subtle"
                size="compact-sm"
                onClick={onMakeDefault}
                disabled={busy}
                aria-label={t`Make default: ${name}`}
              >
                <Trans>Make default</Trans>
              </Button>
            )}
            <Button
              variant="subtle"
              color="garnet"
              size="compact-sm"
              onClick={onRemove}
              disabled={busy}
              aria-label={t`Remove: ${name}`}
            >
              <Trans>Remove</Trans>
            </Button>
          </div>
        )}
      </div>
    </li>
  );
}
