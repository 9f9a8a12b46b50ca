import { type Lot, oldestFirst } from '../../lots/lot.ts';

/** All that is shown about the credits of a student (CreditsInfo), in cents. */
export interface CreditTotals {
  total: number;
  vendors14: number;
  vendor3: number;
  generic: number;
  /** 0 while `priceMissing`. */
  pricePerCreditCents: number;
  /** No price of a credit is set yet. */
  priceMissing: boolean;
  specialPackages: { id: number; displayName: string }[];
  examAllowedPackages: {
    id: number;
    displayName: string;
    examsAllowed: number[];
    balance: number;
  }[];
  examAllowedBalance: number;
  vendorSpecific: boolean;
  buyingDisabled: boolean;
  freeSeminaryRetake: number;
}

/**
 * Sums the lots of a student. The total holds all that pays for some exam at any try: free retake
 * credits stand beside it.
 */
export function creditTotals(
  lots: readonly Lot[],
  {
    pricePerCreditCents,
    buyingDisabled,
  }: { pricePerCreditCents: number | null; buyingDisabled: boolean },
): CreditTotals {
  const held = lots.filter((lot) => lot.balance > 0).sort(oldestFirst);
  const usual = held.filter((lot) => !lot.isFreeSeminaryRetake);
  const bound = usual.filter((lot) => lot.examsAllowed.length > 0);
  const open = usual.filter((lot) => lot.examsAllowed.length === 0);
  const sum = (some: readonly Lot[]) => some.reduce((total, lot) => total + lot.balance, 0);
  const special = new Map(
    usual
      .filter((lot) => lot.isSpecialProgram)
      .map((lot) => [lot.packageId ?? lot.id, lot.packageName ?? '']),
  );
  return {
    total: sum(usual),
    vendors14: sum(open.filter((lot) => lot.vendorsAllowed === '1,4')),
    vendor3: sum(open.filter((lot) => lot.vendorsAllowed === '3')),
    generic: sum(open.filter((lot) => lot.vendorsAllowed === null)),
    pricePerCreditCents: pricePerCreditCents ?? 0,
    priceMissing: pricePerCreditCents === null,
    specialPackages: [...special].map(([id, displayName]) => ({
      id,
      displayName,
    })),
    examAllowedPackages: boundPackages(bound),
    examAllowedBalance: sum(bound),
    vendorSpecific: open.some((lot) => lot.vendorsAllowed !== null),
    buyingDisabled,
    freeSeminaryRetake: sum(held.filter((lot) => lot.isFreeSeminaryRetake)),
  };
}

/**
 * One line a package and list of exams: two lots of the same package with the same exams are one to
 * the page.
 */
function boundPackages(lots: readonly Lot[]): CreditTotals['examAllowedPackages'] {
  const lines = new Map<string, CreditTotals['examAllowedPackages'][number]>();
  for (const lot of lots) {
    const id = lot.packageId ?? lot.id;
    const exams = [...lot.examsAllowed].sort((a, b) => a - b);
    const key = `${id}:${exams.join()}`;
    const line = lines.get(key);
    if (line) line.balance += lot.balance;
    else
      lines.set(key, {
        id,
        displayName: lot.packageName ?? '',
        examsAllowed: exams,
        balance: lot.balance,
      });
  }
  return [...lines.values()];
}
