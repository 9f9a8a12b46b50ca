import type { CallAnswer } from '@portal/contract/call';
import type { cataloguePreview } from '@portal/contract/catalogue/catalogue-preview';
import { creditsText, money } from '../shared/format/money.ts';

export type SeenBy = CallAnswer<typeof cataloguePreview>['asSeen'][number];

/** What somebody sees, as text; a fee of nothing is said, since that is what is looked for. */
export const inWords = (
  { offered, why, button, credits, amount, proctorFee, additionalCharge }: SeenBy,
  what: 'exam' | 'package',
): [string, string][] => [
  ['Offered', offered ? 'Yes' : `No. ${why ?? ''}`.trim()],
  ['Button', button ?? ''],
  [what === 'exam' ? 'Costs' : 'Brings', creditsText(credits)],
  [what === 'exam' ? 'To pay for credits' : 'Price', money(amount)],
  ['Proctor fee', money(proctorFee)],
  ...(what === 'exam'
    ? ([['Additional charge', money(additionalCharge)]] as [string, string][])
    : []),
];
