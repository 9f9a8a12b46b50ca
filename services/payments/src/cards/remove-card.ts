import type { Call } from '@portal/kit/commands/command';
import { durable } from '@portal/kit/commands/process';
import { DomainError } from '@portal/kit/errors';
import { CardRemoved } from '@portal/proto/payments/v1/events';
import { domainError } from '../errors.ts';
import { NoAnswer, ProcessorError } from '../partners/authorize-net.ts';
import { deleteCard } from '../partners/card-profiles.ts';
import { cardNotFound } from './card-fields.ts';
import { type Card, listCards } from './list-cards.ts';
import { isBeingCharged, lockCard, markRemoved } from './store.ts';

export interface RemoveCard {
  studentId: number;
  ccId: string;
}
interface Removing {
  customerProfileId: string;
  cards: Card[];
}

/** The card is off the list; its profile at the processor is deleted by a later try. */
class StillAtProcessor extends DomainError {
  constructor() {
    super(503, 'unavailable', 'The card processor did not delete the card yet.');
  }
}

const inUse = () => domainError('card_in_use');

/**
 * Takes a card off the list, then deletes its profile at the processor, retrying until it is
 * deleted. Refunds name the transaction, not the profile, so they need no saved card.
 */
export const removingCard = durable<RemoveCard, Removing, { cards: Card[] }>({
  name: 'removeCard',
  begin: async (tx, { studentId, ccId }) => {
    const card = await lockCard(tx, studentId, ccId);
    if (!card) throw cardNotFound();
    if (await isBeingCharged(tx, studentId, ccId)) throw inUse();
    await markRemoved(tx, studentId, ccId, tx.now);
    const { cardType, last4, expMonth, expYear, customerProfileId } = card;
    tx.audit({
      op: 'delete',
      table: 'card',
      id: ccId,
      studentId,
      change: { cardType, last4, expMonth, expYear },
    });
    tx.emit(CardRemoved, { studentId });
    return { customerProfileId, cards: await listCards(tx, studentId, tx.now) };
  },
  steps: [
    {
      name: 'processor',
      run: async ({ input, state }) => {
        try {
          await deleteCard(state.customerProfileId, input.ccId);
        } catch (error) {
          if (error instanceof NoAnswer || error instanceof ProcessorError)
            throw new StillAtProcessor();
          throw error;
        }
        return undefined;
      },
      commit: async () => undefined,
    },
  ],
  answer: ({ cards }) => ({ cards }),
});

/**
 * Removes a saved card; answers those that are left. Whether the processor answers now does not
 * matter to the student. Refuses with payment_method_not_found, or with card_in_use while a payment
 * with it is not finished.
 */
export async function removeCard(call: Call, input: RemoveCard): Promise<{ cards: Card[] }> {
  try {
    return await removingCard.start(call, input);
  } catch (error) {
    if (!(error instanceof StillAtProcessor)) throw error;
    return { cards: await listCards(call.db, input.studentId, call.now) };
  }
}
