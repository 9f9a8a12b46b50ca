import { useAnswer } from '../shared/api/calls.ts';
import { api } from '../shared/api/client.ts';
import { packagesCall } from '../shared/api/student.ts';
import { useStudentInView } from '../shared/api/student-in-view.tsx';
import type { PaymentSource } from '../shared/payments/card-form/payment-chooser.tsx';
import { order } from '../shared/payments/pay-step/use-payment.ts';
import { MAX_CREDITS, type Purchase } from './purchase.ts';

const creditsNewCard = api.purchaseCredits;
const creditsSavedCard = api.purchaseCreditsWithProfile;
const packageNewCard = api.purchasePackageWithNewProfile;
const packageSavedCard = api.purchasePackageWithProfile;

export const usePackages = () => useAnswer(packagesCall, {});

/** Staff: packages that only the office gives, and giving one without a charge. */
const adminOnlyCall = api.getAdminOnlyPackages;
export const assignCall = api.purchasePackage;
export const useAdminOnlyPackages = (enabled: boolean) => useAnswer(adminOnlyCall, {}, { enabled });

/** Most single credits of one purchase; staff may buy more, as a redemption needs.. */
export const useMostCredits = (): number => (useStudentInView() === null ? MAX_CREDITS : 99);

/** Buys the chosen credits or package, by the call of the card: saved or new. */
export function orderPurchase(purchase: Purchase, amount: number, source: PaymentSource | null) {
  const isNew = source !== null && !('ccId' in source);
  if (purchase.kind === 'package') {
    const body = { packageId: purchase.offer.id, amount };
    return isNew
      ? order(packageNewCard, { ...body, ...source })
      : order(packageSavedCard, { ...body, ...source });
  }
  const body = { numberOfCredits: purchase.count, amount };
  return isNew
    ? order(creditsNewCard, { ...body, ...source })
    : order(creditsSavedCard, { ...body, ...source });
}
