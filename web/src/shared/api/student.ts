import { t } from '@lingui/core/macro';
import { useAnswer } from './calls.ts';
import { api } from './client.ts';

/** Answers that several areas read. A command that changes one of them names it in `refreshes`. */
export const creditsCall = api.getCreditsInfo;
/** Packages that a student may buy, with their prices. */
export const packagesCall = api.getPackagesTypesToDisplay;
export const studentCall = api.getStudentInfo;
/** Facts of a student for staff. */
export const recordCall = api.getStudent;
/** Staff's records about a student: notes, bars and accommodations. */
export const fileCall = api.getStudentFile;
export const paymentMethodsCall = api.getPaymentMethods;
/** The student's payments and refunds. */
export const creditHistoryCall = api.getCreditHistory;
export const ownPaymentsCall = api.getOwnPayments;
export const locationsCall = api.getAllActiveLocations;

const MINUTE = 60_000;

export const useCredits = () => useAnswer(creditsCall, {});
export const useStudent = (enabled = true) =>
  useAnswer(studentCall, {}, { enabled, fresh: 10 * MINUTE });
/** The record of the student in view of staff, with registrations, packages and credits. */
export const useRecord = (studentId: number) => useAnswer(recordCall, { studentId });
/** The file of the student in view of staff. */
export const useStudentFile = (enabled = true) => useAnswer(fileCall, {}, { enabled });
export const usePaymentMethods = (enabled = true) => useAnswer(paymentMethodsCall, {}, { enabled });
export const useLocations = (enabled = true) =>
  useAnswer(locationsCall, {}, { enabled, fresh: 10 * MINUTE });

/** How the vendor groups of credits are called. R-067. */
export const creditGroups = [
  { group: '1,4', label: t`CIS and TAL` },
  { group: '3', label: t`CCC` },
  { group: 'generic', label: t`Any vendor` },
] as const;

/** The history of the student in view, for admins. */
export const historyCall = api.studentHistory;
