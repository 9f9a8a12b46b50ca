import * as z from 'zod';
import { call } from '../call.ts';
import { count, day, dollars, id, instant } from '../types.ts';

const text = z.string().nullable();

/** Credits that came to a student, or went; one row of the books. */
export const TransactionLog = z
  .object({
    transaction_date: instant,
    transactiontype: z.string().describe('The kind, as it is shown'),
    transaction_type: z
      .enum(['P', 'U', 'C', 'R', 'A'])
      .describe('P purchase, U use, C cancelled use given back, R refund, A adjustment by staff'),
    credit_amount: z.int().describe('Signed'),
    balance: count.describe('All credits of the student after the row'),
    CreditsPackageType: text.describe('The name of the package; null: single credits'),
    creditsUsed: count.nullable(),
    Purchased: count.nullable(),
    Exam: text,
    registrationId: id.nullable(),
    packageId: id.nullable().describe("The student's package, for refundPackage"),
    packageCreditBalance: count.nullable().describe('What is left of the package now'),
    packageActive: z.boolean().nullable(),
    packageTupePurchasePrice: dollars.nullable(),
    refund_date: day.nullable(),
    vendorPackageVendorId: id.nullable(),
    isStudyAbroadPackageType: z.boolean(),
    refundButton: z
      .enum(['refund', 'remove', 'choice'])
      .nullable()
      .describe('What the caller may do; choice: with or without proctor fees'),
  })
  .meta({ id: 'TransactionLog' });
export type TransactionLog = z.output<typeof TransactionLog>;

export const refundPackage = call({
  method: 'POST',
  path: '/api/admin/refundPackage',
  keyed: true,
  summary: 'Takes what is left of a package back and refunds its money (C-A23)',
  description:
    'What goes back is the price of the credits that are left, less what the sittings paid from ' +
    'the package were short of the usual proctor fee. A package without a price is only taken ' +
    'away. One of study abroad is refunded by tech support alone; ' +
    'they alone may waive the proctor fees. A refund without an answer is checked, never ' +
    'repeated.',
  permission: 'package.refund',
  onStudent: true,
  body: z.object({
    packageId: id.describe('TransactionLog.packageId'),
    withoutChargingProctorFee: z.boolean().default(false),
  }),
  answer: z.object({
    msg: z.string().describe('What was done, for the row'),
    refundAmount: dollars,
    transactionLogs: z.array(TransactionLog).describe('Newest first'),
  }),
  refuses: {
    tech_support_only: 403,
    package_not_found: 404,
    package_not_refundable: 409,
    charge_not_settled: 409,
    refund_failed: 502,
    charge_unknown: 502,
  },
});
