import { api } from '../api/client.ts';

/** The waiting list entries of the student in view. */
export const waitingListCall = api.getWaitingList;
export const joinCall = api.joinWaitingList;
export const leaveCall = api.leaveWaitingList;
export const answerCall = api.answerWaitingOffer;
