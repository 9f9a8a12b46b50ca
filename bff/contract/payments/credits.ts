import * as z from 'zod';
import { count, dollars } from '../types.ts';

/** Credits by where they are valid: vendors 1 and 4 (TAL, CIS), vendor 3 (CCC), every vendor. */
const CreditsDetails = z.object({ '1,4': count, '3': count, generic: count });

const NamedPackage = z.object({ id: z.int(), display_name: z.string() });
const examAllowedPackage = NamedPackage.extend({ exams_allowed: z.array(z.int()) })
  .nullable()
  .describe(
    'Package whose credits work only for these exams; with several, the list of all their exams ' +
      'with id and name of the oldest',
  );
const examAllowedPackages = z
  .array(NamedPackage.extend({ exams_allowed: z.array(z.int()), balance: count }))
  .describe(
    'The packages tied to exams one by one, so that the page can work out what one exam may use',
  );
const examAllowedPckCreditBalance = count.describe(
  'Credits left in packages tied to exams together; not part of the details',
);
const freeCreditForSeminaryStudyRetakes = count.describe(
  'Free credits of a seminary study programme; they pay only for retakes',
);

export const CreditsInfo = z
  .object({
    totalCredits: count.describe(
      'All credits that can be spent somewhere, without free retake credits',
    ),
    creditsDetails: CreditsDetails,
    pricePerCredit: dollars
      .nullable()
      .describe('What one more credit costs this student today; null: not set yet'),
    standardProctorFee: dollars.describe(
      'What the proctor of one sitting costs where no package lowers it',
    ),
    specialPackages: z
      .array(NamedPackage)
      .describe('Special-program packages that still have credits'),
    examAllowedPackage,
    examAllowedPckCreditBalance,
    examAllowedPackages,
    vendorSpecificPackage: z
      .boolean()
      .describe('Show the split by vendor group instead of one number'),
    packageBuyingDisabled: z
      .boolean()
      .describe('The student cannot buy credits or packages; staff may still'),
    freeCreditForSeminaryStudyRetakes,
  })
  .meta({ id: 'CreditsInfo' });
export type CreditsInfo = z.output<typeof CreditsInfo>;

/** The credits after a purchase, a registration or a cancellation. */
export const CreditTotals = z.object({
  totCreditsAvailable: count,
  totCreditsDetails: CreditsDetails,
  examAllowedPckCreditBalance,
  examAllowedPackage,
  examAllowedPackages,
  freeCreditForSeminaryStudyRetakes,
});
export type CreditTotals = z.output<typeof CreditTotals>;

export const Package = z
  .object({
    id: z.int(),
    number_of_credits: count,
    purchase_price: dollars,
    is_default: z.boolean().describe('Chosen first on the page'),
    display_name: z.string(),
    description: z.string().nullable(),
    internal_comment: z.string().nullable().describe('Staff only; null for students'),
    proctor_fee_price: dollars.describe(
      'Proctor fee of exams paid with its credits: 15 is normal, 0 prepaid',
    ),
    no_additional_fees: z.boolean(),
    is_special_program: z.boolean(),
    seminary_study_tti_program_id: z.int().nullable(),
    year: z.int().nullable(),
    exams_allowed: z.array(z.int()).describe('Empty: every exam'),
    vendors_allowed: z.enum(['1,4', '3']).nullable().describe('null: every vendor'),
    free_retake_credits: count.describe('Free credits that come with it and pay only for retakes'),
  })
  .meta({ id: 'Package' });
export type Package = z.output<typeof Package>;
