import { api } from '../shared/api/client.ts';

export const linesCall = api.listWaiting;
export const changeWaitingCall = api.changeWaiting;
export const addToLineCall = api.joinWaitingList;
