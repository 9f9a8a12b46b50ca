import { type ActionName, actionOf } from '@portal/contract/exams/action-of';
import type { Exam } from '@portal/contract/exams/exam';

/** The amount to pay now, in dollars. */
export interface Fees {
  /** Null: no sitting is paid for. */
  proctorFee: number | null;
  additionalFee: number;
}
type Row = Pick<Exam, 'actions'>;

const feesOf = (exam: Row, name: ActionName): { proctorFee: number; additionalFee: number } =>
  actionOf(exam, name)?.fees ?? { proctorFee: 0, additionalFee: 0 };

/** Returns the fees due before this exam's next session can be booked. R-393. */
export const feesToBook = (exam: Row) => feesOf(exam, 'schedule');

/** Returns the fees due before the exam can be started online. R-131. */
export const feesToStart = (exam: Row): Fees => feesOf(exam, 'startExam');

const withoutSitting = ({ additionalFee }: { additionalFee: number }): Fees => ({
  proctorFee: null,
  additionalFee,
});

/** Returns the fees due before the course can be started. */
export const feesOfCourse = (exam: Row): Fees => withoutSitting(feesOf(exam, 'startCourse'));

/** Returns the fees due before the first assignment can be submitted. */
export const feesToUpload = (exam: Row): Fees => withoutSitting(feesOf(exam, 'upload'));

export const isDue = ({ proctorFee, additionalFee }: Fees): boolean =>
  (proctorFee ?? 0) + additionalFee > 0;
