import type {
  getPackagesTypesToDisplay,
  purchaseCredits,
  purchaseCreditsWithProfile,
  purchasePackageWithNewProfile,
  purchasePackageWithProfile,
} from '@portal/contract/payments';
import { wire } from '../shared/api.ts';
import { useAnswer } from '../shared/calls.ts';
import type { PaymentSource } from '../shared/card-form/payment-chooser.tsx';
import { order } from '../shared/pay-step/use-payment.ts';
import type { Purchase } from './purchase.ts';

export const packagesCall = wire<typeof getPackagesTypesToDisplay>('GET', '/api/getPackagesTypesToDisplay');
const creditsNewCard = wire<typeof purchaseCredits>('POST', '/api/purchaseCredits', 'keyed');
const creditsSavedCard = wire<typeof purchaseCreditsWithProfile>('POST', '/api/purchaseCreditsWithProfile', 'keyed');
const packageNewCard = wire<typeof purchasePackageWithNewProfile>('POST', '/api/purchasePackageWithNewProfile', 'keyed');
const packageSavedCard = wire<typeof purchasePackageWithProfile>('POST', '/api/purchasePackageWithProfile', 'keyed');

export const usePackages = () => useAnswer(packagesCall, {});

/** Buys what was chosen, by the call of the card: saved or new. */
export function orderPurchase(purchase: Purchase, amount: number, source: PaymentSource | null) {
  const isNew = source !== null && !('ccId' in source);
  if (purchase.kind === 'package') {
    const body = { packageId: purchase.offer.id, amount };
    return isNew ? order(packageNewCard, { ...body, ...source }) : order(packageSavedCard, { ...body, ...source });
  }
  const body = { numberOfCredits: purchase.count, amount };
  return isNew ? order(creditsNewCard, { ...body, ...source }) : order(creditsSavedCard, { ...body, ...source });
}
