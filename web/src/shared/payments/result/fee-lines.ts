import { t } from '@lingui/core/macro';
import { money } from '../../format/money.ts';
import type { Fees } from '../fees/fees-due.ts';

/** A line of a paid or remaining amount. */
export interface ResultLine {
  label: string;
  value: string;
}

/** The fees of a payment, each on a line. */
export const feeLines = ({ proctorFee, additionalFee }: Fees): ResultLine[] =>
  [
    { label: t`Proctor fee`, amount: proctorFee ?? 0 },
    { label: t`Additional fee`, amount: additionalFee },
  ]
    .filter(({ amount }) => amount > 0)
    .map(({ label, amount }) => ({ label, value: money(amount) }));
