import * as z from 'zod';
import { hashNumber } from './card-number.ts';
import type { CardState } from './card-state.ts';
import type { Account, CardEntry, Transaction } from './records.ts';
import { settledOn } from './settlement.ts';

/** Charges that were made before this sandbox was: the caller's own books say which. */
export const pastCharges = z.array(
  z.object({
    transId: z.string().regex(/^\d{1,15}$/),
    cents: z.int().positive(),
    invoiceNumber: z.string().min(1).max(20),
    customer: z.string().max(20),
    at: z.iso.datetime(),
  }),
);

const NUMBER = '4111111111111111';

/** The card of charges without a saved card. */
export const testVisa = (state: CardState): Account => ({
  hash: hashNumber(state.salt, NUMBER),
  type: 'Visa',
  lastFour: NUMBER.slice(-4),
  expiry: null,
  bank: null,
});

/**
 * Takes them over as captured and settled, each from the same test Visa, in a batch each day; those
 * that are known stay as they are. Answers how many are new.
 */
export function addPast(
  state: CardState,
  charges: z.infer<typeof pastCharges>,
  now: number,
): number {
  const made = charges
    .filter(({ transId }) => !state.transactions.has(transId))
    .map(
      ({ transId, cents, invoiceNumber, customer, at }): Transaction => ({
        id: transId,
        kind: 'authCapture',
        status: 'capturedPendingSettlement',
        cents,
        at: Date.parse(at),
        reason: 1,
        authCode: 'PAST00',
        avs: 'Y',
        cvv: 'P',
        account: testVisa(state),
        invoiceNumber,
        description: '',
        customerId: customer,
        customerEmail: '',
        customerIp: '',
        profileId: null,
        paymentProfileId: null,
        billTo: {},
        refTransId: null,
        refundedCents: 0,
        batchId: null,
      }),
    );
  if (made.length === 0) return 0;
  const byEvening = Map.groupBy(made, ({ at }) => settledOn(at, now));
  const batches = [...byEvening].map(
    ([at, ofDay]): CardEntry => ({
      t: 'batch',
      v: { id: state.nextId('batch'), at, transactionIds: ofDay.map(({ id }) => id) },
    }),
  );
  state.record(...made.map((v): CardEntry => ({ t: 'transaction', v })), ...batches);
  return made.length;
}
