import type { SeenBy } from '@portal/contract/catalogue/catalogue-preview';
import { getOrBuy } from '@portal/contract/exams/get-or-buy';
import type { Exam } from '@portal/proto/catalog/v1/exams';
import type { Package } from '@portal/proto/catalog/v1/packages';
import { paymentsErrors } from '@portal/proto/errors/payments';
import type { CreditsSeen } from '@portal/proto/payments/v1/credits';
import { creditsView } from '../payments/credit-views.ts';
import { type NotOffered, type OfStudent, whyNotOffered } from '../payments/packages.ts';
import { type OwnExamState, studentFields, usualOffer } from './exam-rows.ts';

/** Why an exam cannot be registered; undefined: it can. */
export interface Refused {
  code: string;
  reason: string;
}

interface ExamAtDay {
  /** With the additional charge of the requested day. */
  exam: Exam;
  /** The proctor's price of a sitting on that day where credits set no other. */
  proctorFeeCents: number;
  refused: Refused | undefined;
}

/**
 * Returns an exam as the student sees it, by the row and the button of the student's own page.
 * C-O30.
 */
export function examSeenBy(
  audience: string,
  { exam, proctorFeeCents, refused }: ExamAtDay,
  { credits, offer }: Pick<CreditsSeen, 'credits' | 'offer'>,
): SeenBy {
  const own: OwnExamState = { ...(offer ? { offer } : {}), notEligible: refused !== undefined };
  const row = studentFields(exam, usualOffer(proctorFeeCents), own);
  const held = creditsView(credits, { prices: { proctorFeeCents } });
  const choice = getOrBuy(
    {
      id: exam.id,
      vendor_id: exam.vendorId,
      credits: exam.credits,
      freeSeminaryRetake: row.freeSeminaryRetake,
    },
    held,
  );
  const missing = choice.button === 'BUY' ? choice.missing : 0;
  const isStopped = missing > 0 && held.packageBuyingDisabled;
  const isUnpriced = missing > 0 && held.pricePerCredit === null;
  const why =
    refused?.reason ??
    (isStopped ? paymentsErrors.buying_disabled.detail : null) ??
    (isUnpriced ? paymentsErrors.price_not_set.detail : null);
  return {
    audience,
    offered: why === null,
    why,
    button: why === null ? choice.button : null,
    credits: exam.credits,
    amount: Math.round(missing * (held.pricePerCredit ?? 0) * 100) / 100,
    proctorFee: row.proctor_fee_price,
    additionalCharge: row.chargeAdditionalCharge ? row.additionalCharge : 0,
  };
}

const packageReasons: Readonly<Record<NotOffered, string>> = {
  retired: 'It is retired.',
  admin_only: 'Only the office gives it.',
  of_exams: 'It is for exams, of which none can be registered.',
  of_program: 'It is for students of its program.',
};

/** Returns a package as seen by a student in these programs who may take these exams. C-O30. */
export function packageSeenBy(
  audience: string,
  /** With the prices of the requested day. */
  sold: Package,
  student: OfStudent,
  isStopped: boolean,
): SeenBy {
  const refused = whyNotOffered(sold, student);
  const why = refused
    ? packageReasons[refused]
    : isStopped
      ? paymentsErrors.buying_disabled.detail
      : null;
  return {
    audience,
    offered: why === null,
    why,
    button: why === null ? 'BUY' : null,
    credits: sold.numberOfCredits,
    amount: sold.purchasePriceCents / 100,
    proctorFee: sold.proctorFeeCents / 100,
    additionalCharge: 0,
  };
}
