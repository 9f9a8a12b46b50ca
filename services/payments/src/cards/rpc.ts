import { studentInView } from '@portal/kit/auth/actor';
import { rpcs } from '@portal/kit/grpc/rpc';
import { CardsServiceDefinition } from '@portal/proto/payments/v1/cards';
import { checkMethod, type NewCard } from './card-fields.ts';
import { listCards } from './list-cards.ts';
import { removeCard } from './remove-card.ts';
import { savingCard } from './save-card.ts';
import { setDefaultCard } from './set-default-card.ts';

export const cardRpcs = rpcs(CardsServiceDefinition, {
  listCards: {
    handle: async (_request, call) => {
      const studentId = studentInView(call.actor);
      return { cards: await listCards(call.db, studentId, call.now) };
    },
  },
  saveCard: {
    handle: async (request, call) => {
      const studentId = studentInView(call.actor);
      const { newCard } = checkMethod({ newCard: request.card }, call.now);
      return savingCard.start(call, { studentId, card: newCard as NewCard });
    },
  },
  removeCard: {
    handle: async ({ ccId }, call) => {
      const studentId = studentInView(call.actor);
      return removeCard(call, { studentId, ccId });
    },
  },
  setDefaultCard: {
    handle: async ({ ccId }, call) => {
      const studentId = studentInView(call.actor);
      return setDefaultCard(call, { studentId, ccId });
    },
  },
});
