import { plural, t } from '@lingui/core/macro';
import type { Package } from '@portal/contract/payments/credits';
import { cents, creditsText, fromCents, money } from '../shared/format/money.ts';

/** A purchase to be confirmed. */
export type Purchase = { kind: 'package'; offer: Package } | { kind: 'credits'; count: number };

/** */
export const MIN_CREDITS = 1;
export const MAX_CREDITS = 8;
export const USUAL_CREDITS = 3;

/** Dollars for so many single credits. R-077. */
export const creditsPrice = (count: number, pricePerCredit: number): number =>
  fromCents(cents(pricePerCredit) * count);

/** Dollars that one credit of a package comes to, to the cent. */
export const pricePerCredit = ({ purchase_price, number_of_credits }: Package): number =>
  number_of_credits === 0
    ? purchase_price
    : fromCents(Math.round(cents(purchase_price) / number_of_credits));

/** Whether packages are the cheaper way to credits; one that pays the fees too may not be. */
export function savingText(packages: readonly Package[], price: number): string {
  const cheaper = packages.filter((offer) => pricePerCredit(offer) < price);
  if (cheaper.length === 0) return '';
  if (cheaper.length === packages.length) return t`Packages cost less per credit.`;
  return cheaper.length * 2 > packages.length
    ? t`Most packages cost less per credit.`
    : t`Some packages cost less per credit.`;
}

const vendors = { '1,4': t`CIS and TAL exams`, '3': t`CCC exams` } as const;

/** Returns the total fees of exams paid with a package's credits.. */
export function feeFacts({
  proctor_fee_price: fee,
  no_additional_fees: prepaid,
}: Package): string[] {
  if (fee === 0)
    return [prepaid ? t`Proctor fees and additional fees prepaid` : t`Proctor fees prepaid`];
  return [
    t`Proctor fee ${money(fee)} for each exam`,
    ...(prepaid ? [t`Additional fees prepaid`] : []),
  ];
}

/**
 * Returns the facts of a package in a few words: fees, use of its credits, that they never expire.
 *
 */
export function packageFacts(offer: Package): string[] {
  const scope =
    offer.exams_allowed.length > 0
      ? plural(offer.exams_allowed.length, {
          one: 'Only for one exam',
          other: 'Only for # exams',
        })
      : offer.vendors_allowed
        ? vendors[offer.vendors_allowed]
        : t`Any vendor`;
  const { free_retake_credits: retakes } = offer;
  const free =
    retakes > 0
      ? [plural(retakes, { one: '# free credit for retakes', other: '# free credits for retakes' })]
      : [];
  return [...feeFacts(offer), scope, ...free, t`Never expires`];
}

/** Returns the price of a package compared with as many single credits, whichever is dearer. */
export function comparedText(offer: Package, price: number): string {
  const saved = cents(creditsPrice(offer.number_of_credits, price)) - cents(offer.purchase_price);
  if (saved === 0) return t`As much as single credits`;
  if (saved > 0) return t`${money(fromCents(saved))} less than single credits`;
  const more = money(fromCents(-saved));
  return offer.proctor_fee_price === 0
    ? t`${more} more than single credits, with the proctor fees paid`
    : t`${more} more than single credits`;
}

/** The number of credits that most exams cost; undefined when there are none. */
export function usualCost(exams: readonly { credits: number }[]): number | undefined {
  const counts = new Map<number, number>();
  for (const { credits } of exams) counts.set(credits, (counts.get(credits) ?? 0) + 1);
  return [...counts].sort(([a, n], [b, m]) => m - n || a - b)[0]?.[0];
}

/** Returns a text about the resulting balance, in exams of a usual cost. */
export function wouldHaveText(
  { number_of_credits, exams_allowed, vendors_allowed }: Package,
  heldNow: number,
  usual: number | undefined,
): string {
  const all = heldNow + number_of_credits;
  const isForAny = exams_allowed.length === 0 && vendors_allowed === null;
  const exams = usual ? Math.floor(all / usual) : 0;
  if (!isForAny || !usual || exams === 0) return t`You would have ${creditsText(all)}.`;
  const held = creditsText(all);
  const many = plural(exams, { one: '# exam', other: '# exams' });
  return t`You would have ${held}, enough for ${many} of ${usual}.`;
}
