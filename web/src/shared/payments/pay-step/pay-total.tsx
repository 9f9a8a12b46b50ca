import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { money } from '../../format/money.ts';
import summary from './summary.module.css';

interface PayTotalProps {
  /** Dollars. */
  amount: number;
  /** The amount that was shown before it changed. */
  oldAmount: number | null;
  label?: string | undefined;
}

/** The amount to pay now, with the old amount struck when it has changed. */
export function PayTotal({ amount, oldAmount, label = t`Total to pay now` }: PayTotalProps) {
  return (
    <div className={summary.total}>
      <span>{label}</span>
      <span aria-live="polite" className="num">
        {oldAmount !== null && (
          <s className={summary.old}>
            <span className={summary.hidden}>
              <Trans>Before:</Trans>{' '}
            </span>
            {money(oldAmount)}
          </s>
        )}
        <strong>{money(amount)}</strong>
      </span>
    </div>
  );
}
