import { durable } from '@portal/kit/commands/process';
import { domainError } from '../errors.ts';
import { isClosed } from '../projections/close-projections.ts';
import type { NewCard } from './card-fields.ts';
import { CardRefused, keepCard } from './keep-card.ts';
import { type Card, cardView, listCards } from './list-cards.ts';

export interface SaveCard {
  studentId: number;
  card: NewCard;
}
interface Saving {
  card?: Card;
  cards?: Card[];
}

/** Saves a card without a charge (C-S38). Refuses with card_refused (reason) or too_many_cards. */
export const savingCard = durable<SaveCard, Saving, { card: Card; cards: Card[] }>({
  name: 'saveCard',
  begin: async (tx, { studentId }) => {
    if (await isClosed(tx, studentId)) throw domainError('student_not_found');
    return {};
  },
  steps: [
    {
      name: 'card',
      run: async (process) => {
        try {
          const stored = await keepCard(process, process.input.studentId, process.input.card);
          return { card: cardView(stored, process.call.now) };
        } catch (error) {
          if (!(error instanceof CardRefused)) throw error;
          throw domainError('card_refused', { reason: error.reason });
        }
      },
      commit: async (tx, { input }) => ({ cards: await listCards(tx, input.studentId, tx.now) }),
    },
  ],
  answer: ({ card, cards }) => ({ card: card as Card, cards: cards ?? [] }),
});
