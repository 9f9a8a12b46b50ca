import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Badge, Button, Card, Text, Title } from '@mantine/core';
import type { Package } from '@portal/contract/payments/credits';
import { IconCheck, IconStarFilled } from '@tabler/icons-react';
import { creditsText, money } from '../shared/format/money.ts';
import classes from './packages-page.module.css';
import { comparedText, packageFacts, pricePerCredit } from './purchase.ts';

interface PackageCardProps {
  offer: Package;
  /** The price of a single credit, in dollars; null: not known. */
  singlePrice: number | null;
  /** Why this one is recommended; null where it is not. */
  why: string | null;
  /** Comes first on phones, where it would be out of view. */
  first: boolean;
  disabled: boolean;
  onBuy: () => void;
  /** Staff: assigns it without a charge; null for staff who may only view it. */
  onAssign?: (() => void) | null;
}

/** A package: its price, alone and per credit, and three facts. */
export function PackageCard({
  offer,
  singlePrice,
  why,
  first,
  disabled,
  onBuy,
  onAssign,
}: PackageCardProps) {
  const facts = packageFacts(offer);
  return (
    <Card
      component="article"
      className={classes.card ?? ''}
      data-default={offer.is_default || undefined}
      data-first={first || undefined}
    >
      <div className={classes.name}>
        <Title order={2}>{offer.display_name}</Title>
        {offer.is_default && (
          <Badge
            h={24}
            leftSection={<IconStarFilled size={12} aria-hidden="true" />}
            className={classes.badge ?? ''}
          >
            <Trans>Recommended</Trans>
          </Badge>
        )}
      </div>
      <Text c="dimmed">{offer.description}</Text>
      {offer.internal_comment && <Text fs="italic">{offer.internal_comment}</Text>}
      <p className={classes.price}>
        <span className="num">{money(offer.purchase_price)}</span>
      </p>
      <Text c="dimmed" className="num">
        <Trans>
          {creditsText(offer.number_of_credits)}, {money(pricePerCredit(offer))} per credit
        </Trans>
      </Text>
      {singlePrice !== null && (
        <Text size="sm" className="num">
          {comparedText(offer, singlePrice)}
        </Text>
      )}
      {why && <Text className={classes.why ?? ''}>{why}</Text>}
      <ul className={classes.facts}>
        {facts.map((fact) => (
          <li key={fact}>
            <IconCheck size={18} stroke={2} aria-hidden="true" />
            {fact}
          </li>
        ))}
      </ul>
      {onAssign !== undefined && (
        <Button
          variant="default"
          size="md"
          fullWidth
          mb={8}
          disabled={onAssign === null}
          onClick={() => onAssign?.()}
          aria-label={t`Assign ${offer.display_name}`}
        >
          <Trans>Assign</Trans>
        </Button>
      )}
      <Button
        variant={offer.is_default ? 'filled' : 'default'}
        size="md"
        fullWidth
        disabled={disabled}
        onClick={onBuy}
        aria-label={t`Buy ${offer.display_name}`}
      >
        <Trans>Buy</Trans>
      </Button>
    </Card>
  );
}
