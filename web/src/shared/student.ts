import type { getPaymentMethods } from '@portal/contract/payments';
import type { getAllActiveLocations } from '@portal/contract/sessions';
import type { getCreditsInfo, getStudentInfo } from '@portal/contract/student';
import { wire } from './api.ts';
import { useAnswer } from './calls.ts';

/** What several areas read. A command that changes one of them names it in `refreshes`. */
export const creditsCall = wire<typeof getCreditsInfo>('POST', '/api/getCreditsInfo');
export const studentCall = wire<typeof getStudentInfo>('POST', '/api/getStudentInfo');
export const paymentMethodsCall = wire<typeof getPaymentMethods>('GET', '/api/getPaymentMethods');
const locationsCall = wire<typeof getAllActiveLocations>('GET', '/api/getAllActiveLocations');

const MINUTE = 60_000;

export const useCredits = () => useAnswer(creditsCall, {});
export const useStudent = () => useAnswer(studentCall, {}, { fresh: 10 * MINUTE });
export const usePaymentMethods = (enabled = true) => useAnswer(paymentMethodsCall, {}, { enabled });
export const useLocations = (enabled = true) => useAnswer(locationsCall, {}, { enabled, fresh: 10 * MINUTE });

/** How the vendor groups of credits are called. R-067. */
export const creditGroups = [
  { group: '1,4', label: 'CIS and TAL' },
  { group: '3', label: 'CCC' },
  { group: 'generic', label: 'Any vendor' },
] as const;
