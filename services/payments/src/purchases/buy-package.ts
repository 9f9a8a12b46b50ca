import { isStaff } from '@portal/kit/auth/actor';
import type { Call } from '@portal/kit/commands/command';
import { durable } from '@portal/kit/commands/process';
import { prefetchedOf, startWithPrefetch } from '@portal/kit/commands/start-with-prefetch';
import { PackagePurchased } from '@portal/proto/payments/v1/events';
import type { Method } from '../cards/card-fields.ts';
import { savedCard } from '../cards/list-cards.ts';
import { cardSteps, openPayment, type Paying, settlePayment } from '../charges/paying/pay-card.ts';
import { grantLot, type LotOrder, packageLot } from '../credits/granting/grant-lot.ts';
import type { CreditTotals } from '../credits/reading/credit-totals.ts';
import { creditsOf } from '../credits/reading/credits-of.ts';
import { checkPackage, type Eligibility, packageForSale } from '../packages/package-for-sale.ts';
import { eligibilityFor } from '../packages/student-eligibility.ts';
import type { Bought } from './buy-credits.ts';
import { checkAmount, checkMayBuy } from './purchase-checks.ts';
import { thanksForCredits } from './thanks.ts';

export interface BuyPackage {
  studentId: number;
  packageId: number;
  amountCents: number;
  method: Method | null;
}
interface Buying extends Paying {
  lot: LotOrder;
  credits?: CreditTotals;
}

/**
 * A package (C-S29, C-S30): charge, lot with the package's rules as they are when it is bought,
 * receipt.
 */
export const buyingPackage = durable<BuyPackage, Buying, Bought>({
  name: 'buyPackage',
  begin: async (tx, { studentId, packageId, amountCents, method }, call, id) => {
    const { buyer, offer } = await packageForSale(tx, packageId, studentId, tx.now);
    checkMayBuy(buyer, call.actor);
    const chosen = checkPackage(offer, {
      isStudent: !isStaff(call.actor),
      ...prefetchedOf<Eligibility>(call),
    });
    checkAmount(amountCents, chosen.purchasePriceCents);
    const card = method?.ccId ? await savedCard(tx, studentId, method.ccId) : undefined;
    const lot = packageLot(chosen, {
      source: 'package',
      paidCents: chosen.purchasePriceCents,
      schoolId: buyer.schoolId,
    });
    const description = chosen.displayName;
    const charges = [
      {
        typeId: '2' as const,
        description,
        amountCents: chosen.purchasePriceCents,
        registrationId: null,
      },
    ];
    return {
      ...(await openPayment(tx, id, {
        studentId,
        purpose: 'package',
        description,
        charges,
        lot,
        card,
      })),
      lot,
    };
  },
  steps: [
    ...cardSteps<BuyPackage, Buying>(),
    {
      name: 'settle',
      commit: async (tx, { state }) => {
        await settlePayment(tx, state);
        const lot = await grantLot(tx, state.studentId, state.lot, state.paymentId || null);
        tx.emit(PackagePurchased, { lotId: lot.id, studentId: state.studentId });
        return { credits: await creditsOf(tx, state.studentId, tx.now) };
      },
    },
  ],
  answer: ({ credits, lot, newCard }) => ({
    credits: credits as CreditTotals,
    successMessage: thanksForCredits(lot.credits),
    ...(newCard ? { card: newCard } : {}),
  }),
});

/** Buys a package. Refuses with package_not_found, package_inactive and as every purchase does. */
export const buyPackage = (call: Call, input: BuyPackage): Promise<Bought> =>
  startWithPrefetch(buyingPackage, call, input, () =>
    eligibilityFor(call, input.packageId, input.studentId),
  );
