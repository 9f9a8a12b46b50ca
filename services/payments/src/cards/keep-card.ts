import { type Call, inTransaction } from '@portal/kit/commands/command';
import type { Running } from '@portal/kit/commands/process-definition';
import { CardSaved } from '@portal/proto/payments/v1/events';
import { domainError } from '../errors.ts';
import { NoAnswer, onceFound, ProcessorError } from '../partners/authorize-net.ts';
import { addCard, customerProfile, findCard } from '../partners/card-profiles.ts';
import type { NewCard } from './card-fields.ts';
import { cardOfProcess, customerOf, keepCustomer, type StoredCard, upsertCard } from './store.ts';

/** The processor did not take a card. `reason` is its public sentence. */
export class CardRefused extends Error {
  readonly reason: string;
  constructor(reason: string) {
    super(`card refused: ${reason}`);
    this.name = 'CardRefused';
    this.reason = reason;
  }
}

/** The processor still has the profile that is being deleted there. */
const BEING_REMOVED = 'This card is just being removed. Please try again in a few minutes.';

type Keeping = Pick<Running<unknown, unknown>, 'id' | 'call' | 'attempt'>;

/**
 * Makes a new card a saved card of the student, at the processor and here; the same card again
 * renews its entry. Safe to repeat: the opaque value is good once, so a process that was cut short
 * looks its card up instead. Throws CardRefused, or too_many_cards.
 */
export async function keepCard(
  { id, call, attempt }: Keeping,
  studentId: number,
  card: NewCard,
): Promise<StoredCard> {
  const known = attempt > 0 ? await cardOfProcess(call.db, id) : undefined;
  if (known) return known;
  try {
    const known = await customerOf(call.db, studentId);
    const customerProfileId = known ?? (await makeCustomer(call, studentId));
    const add = () => addCard(customerProfileId, card);
    const ccId = await profileFor(
      known ? add : () => onceFound(add),
      () => findCard(customerProfileId, card),
      attempt > 0,
    );
    const { cardType, last4, cardholderName: name, expMonth, expYear } = card;
    const saved = { ccId, customerProfileId, cardType, last4, name, expMonth, expYear };
    return await inTransaction(call, 'keepCard', async (tx) => {
      const kept = await upsertCard(tx, studentId, saved, id, tx.now);
      if (!kept) throw new CardRefused(BEING_REMOVED);
      tx.audit({
        op: 'insert',
        table: 'card',
        id: ccId,
        studentId,
        change: { cardType, last4, expMonth, expYear },
      });
      tx.emit(CardSaved, { studentId });
      return { ...saved, ...kept };
    });
  } catch (error) {
    if (error instanceof NoAnswer) throw new CardRefused('The card processor did not answer.');
    if (!(error instanceof ProcessorError)) throw error;
    if (error.code === 'E00042') throw domainError('too_many_cards');
    throw new CardRefused(error.text);
  }
}

async function makeCustomer({ db }: Call, studentId: number): Promise<string> {
  const made = await customerProfile(studentId);
  await keepCustomer(db, studentId, made);
  return made;
}

async function profileFor(
  add: () => Promise<string>,
  find: () => Promise<string | null>,
  isTriedBefore: boolean,
): Promise<string> {
  try {
    return await add();
  } catch (error) {
    // the first try may have added it and used the opaque value up
    const mayBeThere =
      (error instanceof NoAnswer && error.isReached) ||
      (isTriedBefore && error instanceof ProcessorError);
    const found = mayBeThere ? await find() : null;
    if (found) return found;
    throw error;
  }
}
