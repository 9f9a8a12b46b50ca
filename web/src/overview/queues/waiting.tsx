import { Anchor } from '@mantine/core';
import type { WaitingService } from '@portal/contract/overview/overview';
import { Link } from 'react-router-dom';
import type { WaitingQueue } from '../api.ts';
import { ageText } from '../charts/chart-texts.ts';
import classes from '../overview.module.css';

interface WaitingProps {
  queues: readonly WaitingQueue[];
  missing: readonly WaitingService[];
  now: Date;
}

/** The pending work of the office, each number a link to its rows. R-570. */
export function Waiting({ queues, missing, now }: WaitingProps) {
  const waiting = queues.filter(({ count }) => count > 0);
  return (
    <section className={classes.card} aria-labelledby="waiting">
      <h2 id="waiting">Needs attention</h2>
      {waiting.length === 0 && missing.length === 0 && (
        <p className={classes.empty}>Nothing waits.</p>
      )}
      {missing.length > 0 && (
        <p className={classes.empty}>
          Not all can be shown: {missing.join(', ')} cannot be reached.
        </p>
      )}
      <ul className={classes.list}>
        {waiting.map(({ key, text, count, oldest, href }) => (
          <li key={key}>
            <span className={`num ${classes.count}`}>{count.toLocaleString('en-US')}</span>
            <Anchor component={Link} to={href}>
              {text}
            </Anchor>
            <span className={classes.end}>{oldest && `oldest ${ageText(oldest, now)}`}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
