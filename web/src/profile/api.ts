import { api } from '../shared/api/client.ts';

export const changePasswordCall = api.changePassword;
export const requestEmailChangeCall = api.requestEmailChange;
export const signInsCall = api.getSignIns;
export const endSignInsCall = api.endSignIns;
export const ownReceiptCall = api.getOwnReceipt;
export const paymentReceiptCall = api.getPaymentReceipt;
export const removeCardCall = api.removePaymentMethod;
export const setDefaultCardCall = api.setDefaultPaymentMethod;
export const myDataCall = api.getMyData;
export const requestMyDataCall = api.requestMyData;
