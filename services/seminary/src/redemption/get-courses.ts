import { serviceActor, studentInView } from '@portal/kit/auth/actor';
import { dayInNewYork } from '@portal/kit/clock';
import type { Call } from '@portal/kit/commands/command';
import type { DomainError } from '@portal/kit/errors';
import { credits, redemptions } from '../clients.ts';
import { domainError } from '../errors.ts';
import type { SeminaryStudent } from '../students/records/seminary-student.ts';
import { matchOf } from './find-match.ts';
import { hasPendingGrade, redeemable, redeemBlock, redeemFrom } from './redeem-rules.ts';
import { type ExamRow, listExams } from './store.ts';

/** The exams of a seminary student that redeeming would register, and the reason not to redeem. */
export interface RedeemableCourses {
  seminaryStudent: SeminaryStudent;
  courses: ExamRow[];
  neededCredits: number;
  hasPendingGrade: boolean;
  hasUntakenRegistration: boolean;
  redeemFrom: string;
  block: DomainError | null;
}

/**
 * The exams that the student in view would redeem, and whether they may now (C-A62). Refuses with
 * wrong_student or already_redeemed.
 */
export async function getRedeemableCourses(
  call: Call,
  seminaryStudentId: number,
): Promise<RedeemableCourses> {
  const { db, actor, now, requestId } = call;
  const studentId = studentInView(actor);
  const seminaryStudent = await confirmedMatch(call, studentId, seminaryStudentId);
  if (seminaryStudent.redeemedExams !== null) throw domainError('already_redeemed');
  const exams = await listExams(db, seminaryStudentId);
  const by = { actor: serviceActor('seminary'), requestId };
  const examIds = [...new Set(exams.map(({ examId }) => examId))];
  const {
    passedExamIds,
    untakenExamIds,
    barred: isBarred,
  } = await redemptions.readRedemption({ studentId, examIds }, by);
  const courses = redeemable(exams, passedExamIds);
  const toRedeem = courses.map(({ examId }) => examId);
  const { missing } = await credits.quoteExamsTogether({ studentId, examIds: toRedeem }, by);
  const found = {
    hasPendingGrade: hasPendingGrade(exams),
    hasUntakenRegistration: toRedeem.some((examId) => untakenExamIds.includes(examId)),
  };
  const { seminaryYear, redeemedExams } = seminaryStudent;
  return {
    ...found,
    seminaryStudent,
    courses,
    neededCredits: missing,
    redeemFrom: redeemFrom(seminaryYear),
    block: redeemBlock({
      ...found,
      redeemedExams,
      isBarred,
      seminaryYear,
      redeemable: courses.length,
      today: dayInNewYork(now),
      missingCredits: missing,
    }),
  };
}

/**
 * Returns the seminary student whom staff confirmed, if they are still the match of the student on
 * record; also under another name, since staff compared the two. Refuses with wrong_student.
 */
export async function confirmedMatch(
  call: Pick<Call, 'db' | 'requestId'>,
  studentId: number,
  seminaryStudentId: number,
): Promise<SeminaryStudent> {
  const match = await matchOf(call, studentId);
  if (match?.found.id !== seminaryStudentId) throw domainError('wrong_student');
  return match.found;
}
