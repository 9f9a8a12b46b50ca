import * as z from 'zod';
import { call } from '../call.ts';
import { RunProgress } from '../run-progress.ts';
import { count, day, dollars, id, instant, lines, typed } from '../types.ts';

const MAX_DAYS = 92;
const dayIn = (name: string) =>
  typed(`${name} invalid`).pipe(z.iso.date({ error: `${name} invalid` }));
const ACCOUNTS = ['TTI', 'TTINJ'] as const;
const account = z.enum(ACCOUNTS, { error: 'account invalid' }).describe('The merchant account');
const comment = lines(500, 'Please say why.').pipe(z.string().min(3, 'At least 3 characters'));

export const DIFFERENCE_KINDS = [
  ...(['only_there', 'only_here', 'other_amount', 'other_state', 'returned'] as const),
] as const;
export const MEND_ACTIONS = ['explain', 'finish_payment', 'refund_there', 'adjust'] as const;
export type MendAction = (typeof MEND_ACTIONS)[number];

/** The processor's settlement of a New York day in a merchant account, beside the books. */
export const SettledDay = z
  .object({
    date: day,
    account: z.enum(ACCOUNTS),
    state: z.enum(['not_compared', 'clean', 'differences', 'signed']),
    batches: count,
    charges: dollars.describe('At the processor'),
    refunds: dollars,
    chargesHere: dollars.describe('In the ledger'),
    refundsHere: dollars,
    matched: count,
    differences: count.describe('Without those that are gone'),
    open: count,
    signedBy: z.string().nullable(),
    signedAt: instant.nullable(),
    comment: z.string().nullable(),
    lastRun: instant.nullable(),
    running: z.boolean().describe('It is being compared now'),
    failedAt: instant.nullable().describe('The last comparison did not come about'),
  })
  .meta({ id: 'SettledDay' });
export type SettledDay = z.output<typeof SettledDay>;

/** Something that the processor and the books do not agree on. */
export const Difference = z
  .object({
    differenceId: id,
    kind: z.enum(DIFFERENCE_KINDS),
    state: z.enum(['open', 'explained', 'mended', 'gone']),
    account: z.enum(ACCOUNTS),
    transactionId: z.string().nullable(),
    invoiceNumber: z.string().nullable(),
    there: dollars.nullable().describe('At the processor; below zero is money that left'),
    here: dollars.nullable().describe('In the ledger'),
    paymentId: id.nullable(),
    studentId: id.nullable(),
    comment: z.string().nullable(),
    by: z.string().nullable(),
    at: instant.nullable(),
    action: z.enum(MEND_ACTIONS).nullable().describe('What was done last'),
    mends: z.array(z.enum(MEND_ACTIONS)).describe('What the caller may do about it now'),
  })
  .meta({ id: 'Difference' });
export type Difference = z.output<typeof Difference>;

/** A settled batch of the processor. */
export const SettledBatch = z
  .object({
    batchId: z.string(),
    account: z.enum(ACCOUNTS),
    settledAt: instant,
    count,
    amount: dollars.describe('Charges less refunds'),
  })
  .meta({ id: 'SettledBatch' });
export type SettledBatch = z.output<typeof SettledBatch>;

/** C-O46 */
export const getReconciliation = call({
  method: 'GET',
  path: '/api/office/reconciliation',
  summary: 'Settled days, and what differs on one of them',
  description:
    `With \`from\` and \`to\` (at most ${MAX_DAYS} days) the days alone, newest first; ` +
    `with \`date\` its differences and batches too.`,
  permission: 'reconciliation.read',
  query: z
    .object({
      from: dayIn('from').optional(),
      to: dayIn('to').optional(),
      date: dayIn('date').optional(),
      account: account.optional(),
    })
    .superRefine(({ from, to, date }, context) => {
      const wrong = (path: string, message: string) =>
        context.addIssue({ code: 'custom', path: [path], message });
      if (date !== undefined) {
        if (from !== undefined || to !== undefined) wrong('date', 'date invalid');
        return;
      }
      if (from === undefined) return wrong('from', 'from invalid');
      if (to === undefined || to < from) wrong('to', 'to invalid');
    }),
  answer: z.object({
    days: z.array(SettledDay),
    differences: z.array(Difference).optional(),
    batches: z.array(SettledBatch).optional(),
  }),
  refuses: { range_too_long: 422 },
});

/** C-O47 */
export const reconcileDay = call({
  method: 'POST',
  path: '/api/office/reconcile',
  keyed: true,
  summary: 'Compares a settled day with the ledger now',
  description:
    'Answers as soon as it is compared, and after 20 seconds while it goes on: `running` of the ' +
    'day says so.',
  permission: 'reconciliation.compare',
  body: z.object({ date: dayIn('date'), account }),
  answer: z.never(),
  accepted: RunProgress,
  refuses: { running: 409, signed: 409, day_not_over: 422, partner_failed: 502 },
});

/** C-O48 */
export const mendDifference = call({
  method: 'POST',
  path: '/api/office/mendDifference',
  keyed: true,
  summary: 'Explains or mends a difference',
  description:
    'Once a difference: `finish_payment` by the usual process, `refund_there` at the processor, ' +
    '`adjust` by one entry in the ledger. `amount` is that of an adjustment: there less here, ' +
    'below zero where the ledger has more.',
  permission: 'reconciliation.explain',
  body: z
    .object({
      differenceId: id,
      action: z.enum(MEND_ACTIONS, { error: 'action invalid' }),
      comment,
      amount: z
        .number({ error: 'Must be an amount in dollars' })
        .min(-9_999_999.99, 'Too large')
        .max(9_999_999.99, 'Too large')
        .refine(
          (value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6,
          'Must have at most two decimal places',
        )
        .optional(),
    })
    .superRefine(({ action, amount }, context) => {
      if ((action === 'adjust') !== (amount !== undefined))
        context.addIssue({ code: 'custom', path: ['amount'], message: 'amount invalid' });
    }),
  answer: z.object({ difference: Difference, day: SettledDay }),
  refuses: {
    difference_not_found: 404,
    already_mended: 409,
    action_not_allowed: 409,
    amount_changed: 409,
    request_in_progress: 409,
    card_declined: 402,
    refund_failed: 502,
    charge_unknown: 502,
  },
});

/** C-O49 */
export const signSettledDay = call({
  method: 'POST',
  path: '/api/office/signDay',
  keyed: true,
  summary: 'Signs a settled day, after which nothing of it changes',
  permission: 'reconciliation.sign',
  body: z.object({ date: dayIn('date'), account, comment }),
  answer: z.object({ day: SettledDay }),
  refuses: { still_open: 409, signed: 409, not_compared: 409, running: 409 },
});
