import { Button } from '@mantine/core';
import { money } from '../../shared/format/money.ts';
import type { BulkResult, Details } from '../api.ts';
import { FootBar } from '../foot-bar.tsx';
import classes from '../schools.module.css';
import { outcomesOf } from './order.ts';
import { chargedBy, Sum } from './pay-step.tsx';
import { Results } from './results.tsx';

interface SummaryStepProps {
  details: Details;
  results: readonly BulkResult[];
  onMore: () => void;
  onDone: () => void;
}

/** Step 5 of A-22: the registrations, for printing. */
export function SummaryStep({ details, results, onMore, onDone }: SummaryStepProps) {
  const balance = results.at(-1)?.schoolCurrentBalance ?? null;
  return (
    <>
      <h2 className={classes.heading}>Summary</h2>
      <div className={classes.wide}>
        <div className={classes.block}>
          <Results details={details} outcomes={outcomesOf(results)} />
        </div>
        <section aria-label="Sums" className={classes.card}>
          <dl className={classes.sums}>
            <Sum label="Total charged" value={money(chargedBy(results))} isTotal />
            {balance !== null && <Sum label="New balance" value={money(balance)} />}
          </dl>
        </section>
      </div>
      <FootBar>
        <Button variant="default" onClick={() => window.print()}>
          Print
        </Button>
        <Button variant="default" onClick={onMore}>
          Register more students
        </Button>
        <Button onClick={onDone}>Done</Button>
      </FootBar>
    </>
  );
}
