import { api } from '../api/client.ts';

/** What the student in view waits for. */
export const waitingListCall = api.getWaitingList;
export const joinCall = api.joinWaitingList;
export const leaveCall = api.leaveWaitingList;
export const answerCall = api.answerWaitingOffer;
