import { t } from '@lingui/core/macro';
import { actionOf } from '@portal/contract/exams/action-of';
import type { Exam } from '@portal/contract/exams/exam';
import type { CreditsInfo, Package } from '@portal/contract/payments/credits';
import { cents, creditsText, fromCents, money } from '../../shared/format/money.ts';
import type { PayLine } from '../../shared/payments/pay-step/pay-step.tsx';

/** Which credits pay for exams of which vendors; any other vendor has none of its own. */
const GROUPS: Readonly<Record<number, Package['vendors_allowed']>> = { 1: '1,4', 3: '3', 4: '1,4' };

/** Returns the packages whose credits would pay for this exam in full. */
export function fitting(
  packages: readonly Package[],
  exam: Exam,
  missing: number,
): readonly Package[] {
  const group = GROUPS[exam.vendor_id] ?? null;
  return packages.filter(
    ({ exams_allowed, vendors_allowed, number_of_credits }) =>
      number_of_credits >= missing &&
      (exams_allowed.length === 0
        ? vendors_allowed === null || vendors_allowed === group
        : exams_allowed.includes(exam.id)),
  );
}

/** '12 credits, $37.00 each, proctor fees prepaid'; without the credits when the name says them. */
export function packageNote({
  display_name,
  number_of_credits: number,
  purchase_price,
  proctor_fee_price,
}: Package): string {
  const each = t`${money(fromCents(Math.round(cents(purchase_price) / Math.max(number, 1))))} each`;
  const named = display_name.toLowerCase().startsWith(creditsText(number));
  return [
    ...(named ? [] : [creditsText(number)]),
    each,
    ...(proctor_fee_price === 0 ? [t`proctor fees prepaid`] : []),
  ].join(', ');
}

/** The proctor fee in the summary: paid now, or named and collected later. */
export function feeLine(
  fee: number,
  { standardProctorFee }: CreditsInfo,
  isPaidNow: boolean,
): PayLine {
  const discount = fee > 0 ? standardProctorFee - fee : 0;
  const said = isPaidNow
    ? discount > 0 && { note: t`${money(discount)} discount` }
    : {
        note:
          discount > 0
            ? t`Collected when you book or start, ${money(discount)} discount`
            : t`Collected when you book or start`,
      };
  return {
    label: t`Proctor fee`,
    value: fee === 0 ? t`Prepaid` : money(fee),
    ...(isPaidNow ? {} : { later: true }),
    ...(fee === 0 || !said ? {} : said),
  };
}

/**
 * Returns the fees of the sitting. The row of a taken exam has those of the finished try; a new try
 * has fees of its own. R-145.
 */
export const nextFees = (exam: Exam): { proctorFee: number; additionalFee: number } =>
  actionOf(exam, 'register')?.fees ?? {
    proctorFee: exam.proctor_fee_price,
    additionalFee: exam.isFreeAdditionnalFees ? 0 : exam.additionalCharge,
  };

/** The additional fee likewise; none where the exam asks none. */
export function additionalFeeLine(
  exam: Exam,
  pack: Package | undefined,
  isPaidNow: boolean,
): PayLine[] {
  if (exam.additionalCharge === 0) return [];
  const free = pack?.no_additional_fees ?? nextFees(exam).additionalFee === 0;
  return [
    {
      label: t`Additional fee`,
      value: free ? t`Prepaid` : money(exam.additionalCharge),
      ...(isPaidNow ? {} : { later: true }),
      ...(free || isPaidNow ? {} : { note: t`Collected with the proctor fee` }),
    },
  ];
}

/** Sat at a branch without a course before it. */
export const isSatAtABranch = ({ online_only, program_content_code }: Exam): boolean =>
  !online_only && program_content_code === null;

/** Returns whether nothing is due for the sitting once the package is paid. */
export const isPrepaid = (pack: Package, exam: Exam): boolean =>
  pack.proctor_fee_price === 0 && (exam.additionalCharge === 0 || pack.no_additional_fees);
