import type { StaffRegistration } from '@portal/contract/exams/staff-registration';
import { dayInNewYork, timeInNewYork } from '@portal/kit/clock';
import { dollars } from '@portal/kit/money';
import type { OfficeRegistration } from '@portal/proto/registration/v1/online_office';
import { earlierTries } from '../catalogue/exam-rows.ts';

/** 'online_access' as staff read it: 'Online access'. */
const inWords = (state: string): string => {
  const words = state === 'registered' ? 'created' : state.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
const dayOf = (at: Date | undefined): string | null => (at ? dayInNewYork(at) : null);
const timeOf = (at: Date | undefined): string | null => (at ? timeInNewYork(at) : null);

/** A registration as staff see it. */
export const registrationView = (one: OfficeRegistration): StaffRegistration => ({
  id: one.id,
  regId: one.id,
  createdOn: (one.createdAt as Date).toISOString(),
  status: inWords(one.status),
  active: one.status !== 'cancelled',
  examId: one.examId,
  examName: one.examName,
  vendorId: one.vendorId,
  vendorName: one.vendorName,
  secularNumber: one.secularNumber,
  credits: one.credits,
  examTaken: one.examTaken,
  examTakenDate: one.examTakenDate ?? null,
  is_retake_dates: earlierTries(one.earlierTries),
  startedDate: dayOf(one.startedAt),
  sessionDate: dayOf(one.sessionStartsAt),
  testSessionTime: timeOf(one.sessionStartsAt),
  location: one.location ?? null,
  batchDate: one.batchId === undefined ? null : (one.batchDate ?? 'N/A'),
  batchId: one.batchId ?? null,
  chargedOn: dayOf(one.paidAt),
  chargedAt: timeOf(one.paidAt)?.replace(':', '') ?? null,
  feesDue: dollars(one.feesDueCents),
  cancelledOn: dayOf(one.cancelledAt),
  onlineAccess: one.onlineAccess,
  online_exam_started: one.onlineExamStarted,
  online_exam_completed: one.onlineExamCompleted,
  online_exam_taken_override: one.onlineExamTakenOverride,
  online_program_started: one.onlineProgramStarted,
  assignmentsStarted: one.assignmentsStarted,
  assignmentsCompleted: one.assignmentsCompleted,
  arrivedBack: one.arrivedBack ?? null,
  paper_exam_uploaded: one.paperExamUploaded,
  seminary_redemption_date: one.seminaryRedemptionDate ?? null,
  grade: one.grade ?? null,
  gradeComment: one.gradeComment ?? null,
  gradedOn: one.gradedOn ?? null,
  logs: [],
  actions: one.actions as StaffRegistration['actions'],
  wasAbsent: one.wasAbsent,
});
