import { studentInView } from '@portal/kit/actor';
import { rpcs } from '@portal/kit/rpc';
import { CardsServiceDefinition } from '@portal/proto/payments/v1/cards';
import { checkMethod, type NewCard } from './card-fields.ts';
import { checkStudent, listCards } from './list-cards.ts';
import { savingCard } from './save-card.ts';

export const cardRpcs = rpcs(CardsServiceDefinition, {
  listCards: {
    access: ['student', 'admin', 'advisor', 'support', 'school', 'service'],
    handle: async (_request, call) => {
      const studentId = studentInView(call.actor);
      await checkStudent(call, studentId);
      return { cards: await listCards(call.db, studentId, call.now) };
    },
  },
  saveCard: {
    access: ['student', 'admin', 'school', 'service'],
    handle: async (request, call) => {
      const studentId = studentInView(call.actor);
      const { newCard } = checkMethod({ newCard: request.card }, call.now);
      await checkStudent(call, studentId);
      return savingCard.start(call, { studentId, card: newCard as NewCard });
    },
  },
});
