import type { Tx } from '@portal/kit/commands/command';
import { Counter } from 'prom-client';

/** The outcomes of charges. */
const OUTCOMES = ['captured', 'declined', 'refunded'] as const;
type Outcome = (typeof OUTCOMES)[number];

const charges = new Counter({
  name: 'portal_charges_total',
  help: 'Charges by what became of them: captured, declined (or dropped unasked), refunded',
  labelNames: ['outcome'],
});
const money = new Counter({
  name: 'portal_charges_cents_total',
  help: 'Cents of these charges',
  labelNames: ['outcome'],
});
for (const outcome of OUTCOMES) {
  charges.inc({ outcome }, 0);
  money.inc({ outcome }, 0);
}

/** Counts a charge or refund once it is committed, for dashboards; the ledger is authoritative. */
export function countCharge(tx: Tx, outcome: Outcome, cents: number): void {
  tx.measure(() => {
    charges.inc({ outcome });
    money.inc({ outcome }, cents);
  });
}
