import { Badge, Button, Card, Skeleton, Text, Title } from '@mantine/core';
import type { CreditsInfo, Package } from '@portal/contract/credits';
import { IconCheck, IconPackageOff, IconPhone, IconStarFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { isAwaited } from '../shared/calls.ts';
import { CreditCount } from '../shared/coin.tsx';
import { CallError, Empty, Loading, Note } from '../shared/feedback.tsx';
import { later } from '../shared/later.tsx';
import { creditsText, money } from '../shared/money.ts';
import { Stepper } from '../shared/stepper.tsx';
import { creditGroups, useCredits } from '../shared/student.ts';
import { useTitle } from '../shared/use-title.ts';
import { usePackages } from './api.ts';
import classes from './packages-page.module.css';
import {
  creditsPrice,
  FEWEST_CREDITS,
  MOST_CREDITS,
  type Purchase,
  packageFacts,
  pricePerCredit,
  STANDARD_FEE,
  savingText,
  USUAL_CREDITS,
} from './purchase.ts';

const BuyModal = later(async () => (await import('./buy-modal.tsx')).BuyModal);

/** S-09: what credits cost, alone and in packages. */
export function PackagesPage() {
  const title = 'Packages and pricing designed for students';
  useTitle(title);
  const packages = usePackages();
  const credits = useCredits();
  const [buying, setBuying] = useState<{ purchase: Purchase; round: number; open: boolean } | null>(null);
  const buy = (purchase: Purchase) => setBuying((last) => ({ purchase, round: (last?.round ?? 0) + 1, open: true }));
  const close = () => setBuying((last) => last && { ...last, open: false });
  const disabled = credits.data?.packageBuyingDisabled ?? true;
  // all at once: what came first would be pushed away by the rest
  const isLoading = packages.isPending || isAwaited(credits);
  return (
    <>
      <div className={classes.head}>
        <div>
          <Title order={1}>{title}</Title>
          {!isLoading && credits.data && (
            <Text c="dimmed" size="lg" mt={6}>
              One credit costs <b className="num">{money(credits.data.pricePerCredit)}</b>.{' '}
              {savingText(packages.data?.packages ?? [], credits.data.pricePerCredit)}
            </Text>
          )}
        </div>
        {!isLoading && credits.data && <Held credits={credits.data} />}
      </div>
      {!isLoading && credits.data?.packageBuyingDisabled && (
        <Note tone="brass" icon={IconPhone}>
          Please call the office to buy credits.
        </Note>
      )}
      <CallError error={credits.error} onRetry={() => void credits.refetch()} busy={credits.isFetching} />
      <CallError error={packages.error} onRetry={() => void packages.refetch()} busy={packages.isFetching} />
      {isLoading && <CardSkeletons />}
      {packages.data?.packages.length === 0 && <Empty icon={IconPackageOff} text="There are no packages at this time." />}
      {!isLoading && (
        <div className={classes.cards}>
          {packages.data?.packages.map((offer, at) => (
            <PackageCard
              key={offer.id}
              offer={offer}
              first={offer.is_default && at > 1}
              disabled={disabled}
              onBuy={() => buy({ kind: 'package', offer })}
            />
          ))}
        </div>
      )}
      {!isLoading && credits.data && (
        <SingleCredits price={credits.data.pricePerCredit} disabled={disabled} onBuy={(count) => buy({ kind: 'credits', count })} />
      )}
      {buying && credits.data && (
        <BuyModal key={buying.round} opened={buying.open} onClose={close} purchase={buying.purchase} credits={credits.data} />
      )}
    </>
  );
}

function Held({ credits }: { credits: CreditsInfo }) {
  return (
    <div className={classes.held}>
      <CreditCount count={credits.totalCredits} pill />
      {credits.vendorSpecificPackage && (
        <Text c="dimmed" className="num">
          {creditGroups
            .filter(({ group }) => credits.creditsDetails[group] > 0)
            .map(({ group, label }) => `${label} ${credits.creditsDetails[group]}`)
            .join(', ')}
        </Text>
      )}
    </div>
  );
}

interface PackageCardProps {
  offer: Package;
  /** Comes first on phones, where it would be out of view. */
  first: boolean;
  disabled: boolean;
  onBuy: () => void;
}

function PackageCard({ offer, first, disabled, onBuy }: PackageCardProps) {
  const facts = packageFacts(offer);
  return (
    <Card component="article" className={classes.card ?? ''} data-default={offer.is_default || undefined} data-first={first || undefined}>
      <div className={classes.name}>
        <Title order={2}>{offer.display_name}</Title>
        {offer.is_default && (
          <Badge h={24} leftSection={<IconStarFilled size={12} aria-hidden="true" />} className={classes.badge ?? ''}>
            Recommended
          </Badge>
        )}
      </div>
      <Text c="dimmed">{offer.description}</Text>
      <p className={classes.price}>
        <span className="num">{money(offer.purchase_price)}</span>
      </p>
      <Text c="dimmed" className="num">
        {creditsText(offer.number_of_credits)}, {money(pricePerCredit(offer))} per credit
      </Text>
      <ul className={classes.facts}>
        {facts.map((fact) => (
          <li key={fact}>
            <IconCheck size={18} stroke={2} aria-hidden="true" />
            {fact}
          </li>
        ))}
      </ul>
      <Button
        variant={offer.is_default ? 'filled' : 'default'}
        size="md"
        fullWidth
        disabled={disabled}
        onClick={onBuy}
        aria-label={`Buy ${offer.display_name}`}
      >
        Buy
      </Button>
    </Card>
  );
}

function SingleCredits({ price, disabled, onBuy }: { price: number; disabled: boolean; onBuy: (count: number) => void }) {
  const [count, setCount] = useState(USUAL_CREDITS);
  return (
    <Card component="section" className={classes.single ?? ''} aria-labelledby="single-credits">
      <div className={classes.singleWords}>
        <Title order={2} id="single-credits">
          Single credits
        </Title>
        <Text c="dimmed">
          {FEWEST_CREDITS} to {MOST_CREDITS} credits. Proctor fee {money(STANDARD_FEE)} for each exam.
        </Text>
      </div>
      <Stepper value={count} min={FEWEST_CREDITS} max={MOST_CREDITS} onChange={setCount} unit="credit" disabled={disabled} />
      <output className={`${classes.sum} num`}>{money(creditsPrice(count, price))}</output>
      <Button
        variant="default"
        size="md"
        disabled={disabled}
        onClick={() => onBuy(count)}
        aria-label="Buy single credits"
        className={classes.singleBuy ?? ''}
      >
        Buy
      </Button>
    </Card>
  );
}

function CardSkeletons() {
  return (
    <Loading>
      <div className={classes.cards}>
        {['one', 'two', 'three'].map((card) => (
          <Skeleton key={card} h={340} radius="lg" />
        ))}
      </div>
    </Loading>
  );
}
