import { api } from '../api/client.ts';

/** What the student in view waits for. */
export const waitingListCall = api.getWaitingList;
