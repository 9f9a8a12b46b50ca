import * as z from 'zod';
import { call } from '../call.ts';
import { count, instant } from '../types.ts';

/** So many rows at most. */
export const MAX_CREDIT_MOVEMENTS = 500;

const CreditMovement = z
  .object({
    date: instant,
    kind: z.string().describe('What happened, as it is shown'),
    exam: z.string().nullable().describe('What the credits were used for'),
    package: z.string().nullable().describe('null: single credits'),
    credits: z.int().describe('Signed'),
    balance: count.describe('All credits of the student after it'),
  })
  .meta({ id: 'CreditMovement' });
export type CreditMovement = z.output<typeof CreditMovement>;

export const getCreditHistory = call({
  method: 'POST',
  path: '/api/getCreditHistory',
  summary: 'Credits that came and went, newest first',
  description: `The own ones of the student who is signed in; the newest ${MAX_CREDIT_MOVEMENTS}.`,
  permission: 'own_payment.list',
  onStudent: true,
  body: z.object({}),
  answer: z.object({ movements: z.array(CreditMovement).max(MAX_CREDIT_MOVEMENTS) }),
});
