import * as z from 'zod';
import { call } from '../call.ts';
import { day, dollars, dollarsIn, id, instant, lines } from '../types.ts';
import { kept } from './office-exam.ts';

export const priceKinds = [
  'credit_member',
  'credit_nonmember',
  'package',
  'package_proctor_fee',
  'additional_charge',
  'proctor_fee',
  'retake_fee',
] as const;
export type PriceKind = (typeof priceKinds)[number];

/** A price with the moment from which it holds; never changed, only followed by another one. */
export const OfficePrice = z
  .object({
    priceId: z.int(),
    kind: z.enum(priceKinds),
    refId: z.int().nullable().describe('The package or exam'),
    name: z.string().nullable().describe('Of the package or exam'),
    amount: dollars,
    validFrom: instant,
    setBy: z.string(),
    reason: z.string().nullable(),
    state: z.enum(['future', 'in_force', 'past']),
    ...kept,
  })
  .meta({ id: 'OfficePrice' });
export type OfficePrice = z.output<typeof OfficePrice>;

const most = 'Price invalid';

/** C-O28 */
export const setPrice = call({
  method: 'POST',
  path: '/api/office/setPrice',
  keyed: true,
  summary: 'Sets a price from now or a later day on, or withdraws one that has not begun',
  description:
    'A later day begins at 00:00 New York. Nothing that was sold, registered or charged changes. ' +
    'With `withdraw` only that price is withdrawn, and the other fields are ignored.',
  permission: 'office_price.edit',
  body: z
    .object({
      kind: z.enum(priceKinds, { error: 'kind invalid' }).optional(),
      refId: id.optional().describe('Of a package kind the package, of additional_charge the exam'),
      amount: dollarsIn.max(5000, most).optional(),
      validFrom: z.union([z.literal('now'), day], { error: 'validFrom invalid' }).optional(),
      withdraw: id.optional().describe('A future price'),
      reason: lines(200, 'Please give a reason.').min(3, 'Please give a reason.').optional(),
    })
    .superRefine((sent, context) => {
      const wrong = (path: string, message: string) =>
        context.addIssue({ code: 'custom', path: [path], message });
      const { kind, refId, amount, validFrom, withdraw, reason } = sent;
      if (withdraw !== undefined) return;
      for (const [path, value] of Object.entries({ kind, amount, validFrom, reason }))
        if (value === undefined)
          wrong(path, path === 'reason' ? 'Please give a reason.' : `${path} invalid`);
      const needsRef = kind?.startsWith('package') || kind === 'additional_charge';
      if ((refId !== undefined) !== needsRef) wrong('refId', 'refId invalid');
    }),
  answer: z.object({ prices: z.array(OfficePrice).describe('All of that kind and refId') }),
  refuses: {
    not_backdated: 409,
    date_taken: 409,
    in_force: 409,
    price_not_found: 404,
    package_not_found: 404,
    exam_not_found: 404,
  },
});
