import { useAnswer, useCommand } from '../shared/api/calls.ts';
import { api } from '../shared/api/client.ts';

const MINUTE = 60_000;

export const useExams = () => useAnswer(api.getAllActiveExams, {}, { fresh: 5 * MINUTE });
/** Who has the id; nobody is asked for without one. */
export const useStudentById = (id: number | null) =>
  useAnswer(api.getStudent, { studentId: id ?? 0 }, { enabled: id !== null });

export const useFreeRetake = () => useCommand(api.makeVendorApprovedExamRetakeRegistration);
export const useChangeToCourse = () => useCommand(api.changeExamToCourse);
export const savedCardCall = api.payRetakeFeeAndRegisterWithPaymentProfile;
export const newCardCall = api.payRetakeFeeAndRegisterWithNewPaymentProfile;

/** What a retake that the vendor approved costs now, in dollars; undefined until it is known.. */
export const useRetakeFee = () => useAnswer(api.getRetakeFee, {});
