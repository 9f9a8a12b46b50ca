import * as z from 'zod';
import { day, dollars, id, instant } from '../types.ts';

/** Money that a card paid, as staff see it. One payment at the processor may be several rows. */
export const Charge = z
  .object({
    id,
    transactionDate: instant.nullable(),
    charge_description: z.string(),
    amount: dollars,
    status: z.enum([
      'pending',
      'succeeded',
      'declined',
      'unknown',
      'refund pending',
      'partly refunded',
      'refunded',
      'voided',
    ]),
    refundAmount: dollars.describe('0 if none'),
    refundDate: day.nullable(),
    registrationId: id.nullable(),
    lastChangeBy: z.string(),
    chargeTypeId: z
      .enum(['1', '2', '3', '4', '5', '6'])
      .describe(
        '1 proctor fee, 2 credits or package, 3 additional fee, 4 retake fee, 5 school balance, ' +
          '6 seminary study',
      ),
    refundable: dollars.describe('What the caller may still give back of it'),
    refundError: z
      .string()
      .nullable()
      .describe('While a refund waits: what the processor said last against it'),
    refundNextTry: instant.nullable().describe('While a refund waits: when it is tried next'),
  })
  .meta({ id: 'Charge' });
export type Charge = z.output<typeof Charge>;
