import { creditsText } from '../format/money.ts';
import classes from './coin.module.css';

/** The brass coin: a ring with a dot. It always comes with a number and the word. */
export function Coin({ size = 18 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden="true" className={classes.coin}>
      <circle cx="10" cy="10" r="8.6" fill="none" stroke="currentColor" strokeWidth="1.8" />
      <circle cx="10" cy="10" r="3.6" fill="currentColor" />
    </svg>
  );
}

/** '4 credits' beside the coin; as a brass pill outside a sentence. */
export function CreditCount({ count, pill = false }: { count: number; pill?: boolean }) {
  return (
    <span className={classes.count} data-pill={pill || undefined}>
      <Coin />
      <span className="num">{creditsText(count)}</span>
    </span>
  );
}
