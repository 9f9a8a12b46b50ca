import type { Exam } from '@portal/contract/exam';

/** What is to be paid now, in dollars. */
export interface Fees {
  /** Null: no sitting is paid for. */
  proctorFee: number | null;
  additionalFee: number;
}
type Asked = Pick<Exam, 'testSessionId' | 'proctor_fee_price' | 'proctor_fee_if_moved' | 'additionalCharge' | 'chargeAdditionalCharge'>;

const additional = (exam: Pick<Exam, 'additionalCharge' | 'chargeAdditionalCharge'>): number =>
  exam.chargeAdditionalCharge ? exam.additionalCharge : 0;

/** What has to be paid before this exam's next session can be booked, in dollars, as the server says it. R-393. */
export function feesDue(exam: Asked): { proctorFee: number; additionalFee: number } {
  return {
    proctorFee: exam.testSessionId === null ? exam.proctor_fee_price : exam.proctor_fee_if_moved,
    additionalFee: additional(exam),
  };
}

/** What has to be paid before the exam can be started online; nothing once it was let in or begun. R-131. */
export function feesToStart(exam: Asked & Pick<Exam, 'status'>): Fees {
  const isOpen = ['registered', 'course_completed', 'scheduled'].includes(exam.status);
  return isOpen ? { proctorFee: exam.proctor_fee_price, additionalFee: additional(exam) } : { proctorFee: 0, additionalFee: 0 };
}

/** What has to be paid before the course can be started. */
export const feesOfCourse = (exam: Asked): Fees => ({ proctorFee: null, additionalFee: additional(exam) });

export const isDue = ({ proctorFee, additionalFee }: Fees): boolean => (proctorFee ?? 0) + additionalFee > 0;
