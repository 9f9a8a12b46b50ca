import type { ActionName } from '@portal/contract/exams/action-of';
import type { ExamAction } from '@portal/contract/exams/actions';

/** The actions of a row, for tests. */
export const mayDo = (...names: ActionName[]): ExamAction[] =>
  names.map((action) => ({ action, allowed: true }));

/** An action that the server refuses, for tests. */
export const mayNot = (
  action: ActionName,
  code: string,
  reason = `No ${action}: ${code}.`,
): ExamAction => ({ action, allowed: false, code, reason });

/** An action that its fees, in dollars, come before; for tests. */
export const mayPayFor = (
  action: ActionName,
  proctorFee: number,
  additionalFee = 0,
): ExamAction => ({ action, allowed: true, fees: { proctorFee, additionalFee } });
