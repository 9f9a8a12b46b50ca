import { api } from '../shared/api/client.ts';

export const removeCardCall = api.removePaymentMethod;
export const setDefaultCardCall = api.setDefaultPaymentMethod;
