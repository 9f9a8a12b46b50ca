import type { Package } from '@portal/contract/payments/credits';
import { cents, creditsText, fromCents, money } from '../shared/format/money.ts';

/** What is about to be bought. */
export type Purchase = { kind: 'package'; offer: Package } | { kind: 'credits'; count: number };

/** R-075 */
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
  if (cheaper.length === packages.length) return 'Packages cost less per credit.';
  return cheaper.length * 2 > packages.length
    ? 'Most packages cost less per credit.'
    : 'Some packages cost less per credit.';
}

const vendors = { '1,4': 'CIS and TAL exams', '3': 'CCC exams' } as const;

/** What the fees of exams paid with a package's credits come to. R-090, R-091. */
export function feeFacts({
  proctor_fee_price: fee,
  no_additional_fees: prepaid,
}: Package): string[] {
  if (fee === 0)
    return [prepaid ? 'Proctor fees and additional fees prepaid' : 'Proctor fees prepaid'];
  return [
    `Proctor fee ${money(fee)} for each exam`,
    ...(prepaid ? ['Additional fees prepaid'] : []),
  ];
}

/**
 * The facts of a package in a few words: fees, what its credits pay for, that they never expire.
 * R-081, R-088.
 */
export function packageFacts(offer: Package): string[] {
  const scope =
    offer.exams_allowed.length > 0
      ? `Only for ${offer.exams_allowed.length === 1 ? 'one exam' : `${offer.exams_allowed.length} exams`}`
      : offer.vendors_allowed
        ? vendors[offer.vendors_allowed]
        : 'Any vendor';
  const { free_retake_credits: retakes } = offer;
  const free =
    retakes > 0 ? [`${retakes} free ${retakes === 1 ? 'credit' : 'credits'} for retakes`] : [];
  return [...feeFacts(offer), scope, ...free, 'Never expires'];
}

/** What a package costs beside as many single credits, whichever is dearer. */
export function comparedText(offer: Package, price: number): string {
  const saved = cents(creditsPrice(offer.number_of_credits, price)) - cents(offer.purchase_price);
  if (saved === 0) return 'As much as single credits';
  if (saved > 0) return `${money(fromCents(saved))} less than single credits`;
  const more = `${money(fromCents(-saved))} more than single credits`;
  return offer.proctor_fee_price === 0 ? `${more}, with the proctor fees paid` : more;
}

/** The number of credits that most exams cost; undefined when there are none. */
export function usualCost(exams: readonly { credits: number }[]): number | undefined {
  const counts = new Map<number, number>();
  for (const { credits } of exams) counts.set(credits, (counts.get(credits) ?? 0) + 1);
  return [...counts].sort(([a, n], [b, m]) => m - n || a - b)[0]?.[0];
}

/** What a package would mean for who has so many credits and finds exams of a usual cost. */
export function wouldHaveText(
  { number_of_credits, exams_allowed, vendors_allowed }: Package,
  held: number,
  usual: number | undefined,
): string {
  const all = held + number_of_credits;
  const isForAny = exams_allowed.length === 0 && vendors_allowed === null;
  const exams = usual ? Math.floor(all / usual) : 0;
  if (!isForAny || !usual || exams === 0) return `You would have ${creditsText(all)}.`;
  return `You would have ${creditsText(all)}, enough for ${exams} ${exams === 1 ? 'exam' : 'exams'} of ${usual}.`;
}
