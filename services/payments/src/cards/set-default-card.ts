import { command } from '@portal/kit/commands/command';
import { DefaultCardChosen } from '@portal/proto/payments/v1/events';
import { domainError } from '../errors.ts';
import { cardNotFound, isExpired } from './card-fields.ts';
import { type Card, listCards } from './list-cards.ts';
import { chooseDefault, lockCard } from './store.ts';

/**
 * Makes a saved card the one that is offered first; the last choice holds. Refuses with
 * payment_method_not_found or card_expired.
 */
export const setDefaultCard = command(
  'setDefaultCard',
  async (
    tx,
    { studentId, ccId }: { studentId: number; ccId: string },
  ): Promise<{ cards: Card[] }> => {
    const card = await lockCard(tx, studentId, ccId);
    if (!card) throw cardNotFound();
    if (isExpired(card, tx.now)) throw domainError('card_expired');
    if (!card.isDefault) {
      await chooseDefault(tx, studentId, ccId);
      tx.audit({
        op: 'update',
        table: 'card',
        id: ccId,
        studentId,
        change: { isDefault: [false, true] },
      });
      tx.emit(DefaultCardChosen, { studentId });
    }
    return { cards: await listCards(tx, studentId, tx.now) };
  },
);
