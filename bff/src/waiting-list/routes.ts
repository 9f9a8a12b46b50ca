import * as waiting from '@portal/contract/sessions/waiting-list';
import { registeredRow } from '../exams/own-rows.ts';
import { route } from '../http/route.ts';
import { waitingEntryView } from './views.ts';

const PAGE = 50;

const own = [
  route(waiting.getWaitingList, async ({ by }, { registration }) => {
    const { entries, offerHours } = await registration.waiting.getWaitingList({}, by);
    return { entries: entries.map((entry) => waitingEntryView(entry, false)), offerHours };
  }),

  route(waiting.joinWaitingList, async ({ input, session, by }, { registration }) => {
    const { registrationId, testSessionId: sessionId } = input;
    const { entry } = await registration.waiting.joinWaitingList({ registrationId, sessionId }, by);
    return { entry: waitingEntryView(entry, session.kind === 'staff') };
  }),

  route(waiting.leaveWaitingList, async ({ input, session, by }, { registration }) => {
    const { waitingId } = input;
    const { entry } = await registration.waiting.leaveWaitingList({ waitingId }, by);
    return { entry: waitingEntryView(entry, session.kind === 'staff') };
  }),

  route(waiting.answerWaitingOffer, async ({ input, session, by }, context) => {
    const { entry, registration } = await context.registration.waiting.answerWaitingOffer(
      { waitingId: input.waitingId, accept: input.answer === 'accept' },
      by,
    );
    return {
      entry: waitingEntryView(entry, session.kind === 'staff'),
      ...(registration ? { exam: await registeredRow(registration, context) } : {}),
    };
  }),
];

const office = [
  route(waiting.listWaiting, async ({ input, by }, { registration }) => {
    const { testSessionId, studentId, locationId, state, page = 1, pageSize = PAGE } = input;
    const { items, total } = await registration.waiting.listWaiting(
      {
        sessionId: testSessionId,
        studentId,
        locationId,
        state,
        limit: pageSize,
        offset: (page - 1) * pageSize,
      },
      by,
    );
    return { items: items.map((entry) => waitingEntryView(entry, true)), total };
  }),

  route(waiting.changeWaiting, async ({ input, by }, { registration }) => {
    const { entries } = await registration.waiting.changeWaiting(input, by);
    return { entries: entries.map((entry) => waitingEntryView(entry, true)) };
  }),
];

export const waitingListRoutes = [...own, ...office];
