import { useAnswer, useCommand } from '../shared/api/calls.ts';
import { api } from '../shared/api/client.ts';

const MINUTE = 60_000;

export const useExams = () => useAnswer(api.getAllActiveExams, {}, { fresh: 5 * MINUTE });
/** Loads the student with this id; sends no request without an id. */
export const useStudentById = (id: number | null) =>
  useAnswer(api.getStudent, { studentId: id ?? 0 }, { enabled: id !== null });

export const useFreeRetake = () => useCommand(api.makeVendorApprovedExamRetakeRegistration);
export const useChangeToCourse = () => useCommand(api.changeExamToCourse);
export const savedCardCall = api.payRetakeFeeAndRegisterWithPaymentProfile;
export const newCardCall = api.payRetakeFeeAndRegisterWithNewPaymentProfile;

/**
 * The current price of a retake that the vendor approved, in dollars; undefined until it is known.
 *
 */
export const useRetakeFee = () => useAnswer(api.getRetakeFee, {});
