import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Card, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { money } from '../shared/format/money.ts';
import { Stepper } from '../shared/forms/stepper.tsx';
import { PricesNotSet } from '../shared/payments/prices-not-set.tsx';
import { useMostCredits } from './api.ts';
import classes from './packages-page.module.css';
import { creditsPrice, MIN_CREDITS, USUAL_CREDITS } from './purchase.ts';

/** Credits without a package, as many as are wanted. */
export function SingleCredits({
  price,
  proctorFee,
  disabled,
  onBuy,
}: {
  /** Of one credit, in dollars; null: not set yet. */
  price: number | null;
  proctorFee: number;
  disabled: boolean;
  onBuy: (count: number) => void;
}) {
  const most = useMostCredits();
  const [count, setCount] = useState(USUAL_CREDITS);
  return (
    <Card component="section" className={classes.single ?? ''} aria-labelledby="single-credits">
      <div className={classes.singleWords}>
        <Title order={2} id="single-credits">
          <Trans>Single credits</Trans>
        </Title>
        <Text c="dimmed">
          <Trans>
            {MIN_CREDITS} to {most} credits. Proctor fee {money(proctorFee)} for each exam.
          </Trans>
        </Text>
      </div>
      <Stepper
        value={count}
        min={MIN_CREDITS}
        max={most}
        onChange={setCount}
        unit="credit"
        disabled={disabled || price === null}
      />
      {price === null ? (
        <PricesNotSet of={t`Single credits`} size="md" className={classes.singleBuy ?? ''} />
      ) : (
        <>
          <output className={`${classes.sum} num`}>{money(creditsPrice(count, price))}</output>
          <Button
            variant="default"
            size="md"
            disabled={disabled}
            onClick={() => onBuy(count)}
            aria-label={t`Buy single credits`}
            className={classes.singleBuy ?? ''}
          >
            <Trans>Buy</Trans>
          </Button>
        </>
      )}
    </Card>
  );
}
