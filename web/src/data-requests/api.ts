import type { CallAnswer } from '@portal/contract/call';
import type { Contract } from '@portal/contract/calls';
import { api } from '../shared/api/client.ts';

export const dataRequestsCall = api.getDataRequests;
export const blankCall = api.blankStudent;
export type DataRequest = CallAnswer<Contract['getDataRequests']>['items'][number];
