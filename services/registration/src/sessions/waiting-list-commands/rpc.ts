import { malformed } from '@portal/kit/errors';
import { rpcs } from '@portal/kit/grpc/rpc';
import { WaitingListServiceDefinition } from '@portal/proto/registration/v1/waiting_list';
import { getWaitingList, listWaiting } from '../../capacity/waiting-list/list-waiting.ts';
import { readWaitingSettings } from '../../capacity/waiting-list/settings.ts';
import type { WaitingView } from '../../capacity/waiting-list/waiting-view.ts';
import { withActions } from '../../office/actions/with-actions.ts';
import { answerWaitingOffer } from './answer-offer.ts';
import { changeWaitingList, WAITING_ACTIONS, type WaitingAction } from './change-waiting.ts';
import { joinWaitingList } from './join-waiting-list.ts';
import { leaveWaitingList } from './leave-waiting-list.ts';

/** As in the message: omits null fields. */
const entryOf = (view: WaitingView) => ({
  ...view,
  position: view.position ?? undefined,
  offeredAt: view.offeredAt ?? undefined,
  offerUntil: view.offerUntil ?? undefined,
  skipped: view.skipped ?? undefined,
  endedAt: view.endedAt ?? undefined,
  startsAt: view.startsAt ?? undefined,
  locationId: view.locationId ?? undefined,
  placeName: view.placeName ?? undefined,
});

function actionOf(action: string): WaitingAction {
  const found = WAITING_ACTIONS.find((one) => one === action);
  if (found === undefined) throw malformed('malformed', 'There is no such action.');
  return found;
}

export const waitingListRpcs = rpcs(WaitingListServiceDefinition, {
  joinWaitingList: {
    handle: async (request, call) => ({ entry: entryOf(await joinWaitingList(call, request)) }),
  },
  leaveWaitingList: {
    handle: async (request, call) => ({ entry: entryOf(await leaveWaitingList(call, request)) }),
  },
  answerWaitingOffer: {
    async handle(request, call) {
      const { entry, scheduled } = await answerWaitingOffer(call, request);
      return {
        entry: entryOf(entry),
        ...(scheduled === null ? {} : await withActions(call, scheduled)),
      };
    },
  },
  getWaitingList: {
    async handle(_request, call) {
      const [entries, { offerHours }] = await Promise.all([
        getWaitingList(call),
        readWaitingSettings(call.db),
      ]);
      return { entries: entries.map(entryOf), offerHours };
    },
  },
  listWaiting: {
    async handle({ sessionId, studentId, locationId, state, limit, offset }, call) {
      const { items, total } = await listWaiting(call, {
        limit,
        offset,
        state: state ?? null,
        sessionId: sessionId ?? null,
        studentId: studentId ?? null,
        locationId: locationId ?? null,
      });
      return { items: items.map(entryOf), total };
    },
  },
  changeWaiting: {
    async handle({ waitingId, action, position, reason }, call) {
      const change = { waitingId, action: actionOf(action), position: position ?? null, reason };
      return { entries: (await changeWaitingList(call, change)).map(entryOf) };
    },
  },
});
