import { type RenderedEmail, renderEmail } from '@portal/kit/email/render-email';
import { money } from '@portal/kit/money';
import type { DifferenceKind } from './matching/match-day.ts';
import type { DayOfAccount } from './records/day-store.ts';

/** Open differences of a kind and their sum: the processor's less ours, in cents. */
export interface KindOpen {
  kind: DifferenceKind;
  open: number;
  cents: number;
}

const names: Readonly<Record<DifferenceKind, string>> = {
  only_there: 'Only at the processor',
  only_here: 'Only in the ledger',
  other_amount: 'Another amount',
  other_state: 'Another state',
  returned: 'Returned by the bank',
};

const publicUrl = () => (process.env.PUBLIC_URL ?? '').replace(/\/$/, '');
const asDay = (day: string) => {
  const [year, month, date] = day.split('-');
  return `${month}/${date}/${year}`;
};
/** Tells super admins what the processor and the ledger do not agree on, without a name. */
export function differencesNotice({
  day,
  account,
  kinds,
}: DayOfAccount & { kinds: readonly KindOpen[] }): RenderedEmail {
  const open = kinds.reduce((sum, kind) => sum + kind.open, 0);
  return renderEmail({
    title: `Payments of ${asDay(day)}: ${open} differences`,
    paragraphs: ['The processor and the ledger do not agree.'],
    facts: [
      ['Merchant account', account],
      ...kinds.map(({ kind, open: number, cents }): [string, string] => [
        names[kind],
        `${number}, ${money(cents)}`,
      ]),
    ],
    button: { label: 'Open payments', url: `${publicUrl()}/admin/payments/${day}/${account}` },
  });
}
