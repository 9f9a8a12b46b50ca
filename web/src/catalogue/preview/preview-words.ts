import type { CallAnswer } from '@portal/contract/call';
import type { cataloguePreview } from '@portal/contract/catalogue/catalogue-preview';
import { creditsText, money } from '../../shared/format/money.ts';

export type SeenBy = CallAnswer<typeof cataloguePreview>['asSeen'][number];

/**
 * Returns the facts that a person sees as label and text pairs; includes a fee of zero, since staff
 * check it.
 */
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
