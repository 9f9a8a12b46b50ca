import { dayInNewYork } from '@portal/kit/clock';
import { byStep } from '@portal/kit/commands/by-step';
import type { Call } from '@portal/kit/commands/command';
import { durable } from '@portal/kit/commands/process';
import type { Running } from '@portal/kit/commands/process-definition';
import { prefetchedOf, startWithPrefetch } from '@portal/kit/commands/start-with-prefetch';
import { isDuplicate } from '@portal/kit/database/database';
import { CHARGE_MS } from '@portal/kit/grpc/charge-time';
import { schoolPayments, students } from '../clients.ts';
import { domainError } from '../errors.ts';
import { schoolIdInView, schoolInView } from '../schools/school-in-view.ts';
import { checkCardAmount } from './payment-rules.ts';
import { freeSchool, insertPayment, takeSchool } from './store.ts';

/** A card as payments reads it: an opaque value, never a number. */
type Card = NonNullable<Parameters<typeof schoolPayments.chargeSchool>[0]['card']>;

export interface PayByCard {
  schoolId: number;
  /** Above 0, in cents. */
  amountCents: number;
  card: Card;
  /** The page's data of the card, in case the processor returns none. */
  last4: string | null;
  cardType: string | null;
}
type Charged = Awaited<ReturnType<typeof schoolPayments.chargeSchool>>;
/** Where the receipt goes. */
interface Payer {
  name: string;
  email: string;
}
interface PayingSchool {
  /** Not kept longer than until it is charged. */
  payer: Payer | null;
  charged?: Charged;
  entryId?: number;
}

function charge({ input, state, call, keyFor }: Running<PayByCard, PayingSchool>) {
  const { schoolId, amountCents, card, last4, cardType } = input;
  return schoolPayments.chargeSchool(
    {
      schoolId,
      amountCents,
      card,
      ...(last4 === null ? {} : { last4 }),
      ...(cardType === null ? {} : { cardType }),
      ...(state.payer ? { payer: state.payer } : {}),
    },
    { ...byStep({ call, keyFor }, 'charge'), deadlineMs: CHARGE_MS },
  );
}

/**
 * A school pays into its balance by card (C-A49): the charge, then its row in the ledger. A charge
 * without a row is repeated until it has one, by the key of the process, so never charged again.
 */
export const payingSchool = durable<PayByCard, PayingSchool, { entryId: number }>({
  name: 'paySchool',
  begin: async (tx, { schoolId }, call, id) => {
    try {
      await takeSchool(tx, schoolId, id);
    } catch (error) {
      if (!isDuplicate(error, 'paying_school_pkey')) throw error;
      throw domainError('charge_pending');
    }
    return { payer: prefetchedOf<Payer | null>(call) };
  },
  steps: [
    {
      name: 'charge',
      run: async (process) => ({ charged: await charge(process) }),
      commit: async (tx, { id, input, state }) => {
        const { paymentId, last4 } = state.charged as Charged;
        const { schoolId, amountCents } = input;
        const entry = {
          schoolId,
          amountCents,
          paymentId,
          kind: 'card_payment' as const,
          date: dayInNewYork(tx.now),
          comment: null,
          cardLast4: last4 ?? null,
        };
        const entryId = await insertPayment(tx, entry, tx.actor.name, tx.now);
        await freeSchool(tx, schoolId, id);
        const change = { kind: entry.kind, school: schoolId, amountCents, payment: paymentId };
        tx.audit({ op: 'insert', table: 'balance_entry', id: entryId, change });
        return { entryId, payer: null };
      },
      undo: (tx, { id, input }) => freeSchool(tx, input.schoolId, id),
    },
  ],
  answer: ({ entryId }) => ({ entryId: entryId as number }),
  mustFinish: 'the charge may have been made',
});

/**
 * Pays by card into the balance of a school that prepays, the caller's own where none is named;
 * returns the school. Refuses with school_not_found, school_not_charged and invalid before any
 * charge, with charge_pending while another payment of the school is in progress, and as payments
 * does.
 */
export async function payByCard(
  call: Call,
  { schoolId: named, ...paid }: Omit<PayByCard, 'schoolId'> & { schoolId: number | null },
): Promise<number> {
  const schoolId = schoolIdInView(call.actor, 'school_payment.charge', named);
  await startWithPrefetch(
    payingSchool,
    call,
    { ...paid, schoolId },
    async (): Promise<Payer | null> => {
      checkCardAmount(paid.amountCents);
      const { actor, requestId } = call;
      const [school, { email }] = await Promise.all([
        schoolInView(call, 'school_payment.charge', schoolId),
        students.getSchoolAdmin({ schoolId }, { actor, requestId }),
      ]);
      if (!school.chargeSchool) throw domainError('school_not_charged');
      return email ? { name: school.name, email } : null;
    },
  );
  return schoolId;
}
