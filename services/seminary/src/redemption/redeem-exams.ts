import { studentInView } from '@portal/kit/auth/actor';
import { dayInNewYork } from '@portal/kit/clock';
import { byStep } from '@portal/kit/commands/by-step';
import type { Call, Tx } from '@portal/kit/commands/command';
import { durable } from '@portal/kit/commands/process';
import type { Running } from '@portal/kit/commands/process-definition';
import { prefetchedOf, startWithPrefetch } from '@portal/kit/commands/start-with-prefetch';
import { DomainError } from '@portal/kit/errors';
import type { Spending } from '@portal/proto/payments/v1/credits';
import { Redeemed } from '@portal/proto/seminary/v1/events';
import { exams as catalogue, credits, redemptions } from '../clients.ts';
import { domainError } from '../errors.ts';
import { getRedeemableCourses, type RedeemableCourses } from './get-courses.ts';
import { linkTo } from './link-to.ts';
import { notifyTal } from './notify-tal.ts';
import { hasPendingGrade, notEnoughCredits } from './redeem-rules.ts';
import {
  type Deciding,
  type ExamRow,
  freeFromRedeeming,
  listExams,
  lockDeciding,
  noteRedeemed,
  noteRedeemedExams,
  takeForRedeeming,
} from './store.ts';
import { requireUndecided } from './undecided.ts';

export interface RedeemExams {
  studentId: number;
  seminaryStudentId: number;
}
/** The response to staff about decided exams. */
export interface Decided {
  message: string;
  examIds: number[];
}
/** The stored data of an exam. Nothing in it identifies the student. */
interface Redeeming {
  id: number;
  examId: number;
  grade: string | null;
  gradeComment: string;
  talReference: string | null;
}
interface CourseFacts {
  examId: number;
  vendorId: number;
  courseNumber: string;
  subject: string;
  credits: number;
}
interface State {
  /** New York's day that goes on the transcript. */
  day: string;
  /** The link was made by this process, and goes with it when it comes to nothing. */
  isLinkedHere: boolean;
  exams: Redeeming[];
  reserved?: { examId: number; registrationId: number }[];
  spent?: { registrationId: number; spending?: Spending | undefined }[];
  facts?: CourseFacts[];
  announced?: boolean;
}

/**
 * Locks a seminary student whose exams are being decided on. Refuses with
 * seminary_student_not_found, already_redeemed, or wrong_student (linked with another student), and
 * asks the caller to wait while another decision is in progress.
 */
export async function openForDeciding(
  tx: Tx,
  { studentId, seminaryStudentId }: RedeemExams,
): Promise<Deciding> {
  const row = requireUndecided(await lockDeciding(tx, seminaryStudentId));
  if (row.studentId !== null && row.studentId !== studentId) throw domainError('wrong_student');
  return row;
}

async function begin(tx: Tx, input: RedeemExams, call: Call, id: string): Promise<State> {
  const { studentId, seminaryStudentId } = input;
  const { courses } = prefetchedOf<RedeemableCourses>(call);
  const row = await openForDeciding(tx, input);
  // a paper may have been uploaded since it was looked
  const now = await listExams(tx, seminaryStudentId);
  if (hasPendingGrade(now)) throw domainError('pending_grade');
  await linkTo(tx, row, studentId, () =>
    takeForRedeeming(tx, seminaryStudentId, { studentId, processId: id }),
  );
  return {
    day: dayInNewYork(call.now),
    isLinkedHere: row.studentId === null,
    exams: courses.map(toRedeem),
  };
}

const toRedeem = ({ id, examId, grade, gradeComment, talReference }: ExamRow): Redeeming => ({
  id,
  examId,
  grade,
  gradeComment: gradeComment as string,
  talReference,
});

type Process = Running<RedeemExams, State>;
/** Reserves hidden registrations, so that no other caller registers these exams. */
async function reserve(process: Process): Promise<Partial<State>> {
  const { id, input, state } = process;
  const examIds = state.exams.map(({ examId }) => examId);
  const { exams } = await redemptions.reserveRedemption(
    { runId: id, studentId: input.studentId, examIds },
    byStep(process, 'reserve'),
  );
  return { reserved: exams };
}

/** All credits or none; where they do not reach, the hidden registrations go again. */
async function spend(process: Process): Promise<Partial<State>> {
  const { id, input, state } = process;
  const { studentId } = input;
  try {
    const { exams } = await credits.spendCreditsTogether(
      { studentId, exams: state.reserved ?? [] },
      byStep(process, 'spend'),
    );
    return { spent: exams };
  } catch (error) {
    if (!(error instanceof DomainError) || error.isTransient) throw error;
    await redemptions.dropRedemption({ runId: id, studentId }, byStep(process, 'drop'));
    throw error.code === 'not_enough_credits' ? notEnoughCredits(error.extra.missing ?? 0) : error;
  }
}

/** The hidden registrations become results. */
async function confirm(process: Process): Promise<Partial<State>> {
  const { id, input, state } = process;
  const registrationOf = new Map(
    state.reserved?.map((one) => [one.examId, one.registrationId] as const),
  );
  const spendingOf = new Map(
    state.spent?.map((one) => [one.registrationId, one.spending] as const),
  );
  await redemptions.confirmRedemption(
    {
      runId: id,
      studentId: input.studentId,
      redeemedOn: state.day,
      exams: state.exams.map(({ examId, grade, gradeComment }) => {
        const registrationId = registrationOf.get(examId) as number;
        const spending = spendingOf.get(registrationId);
        return { registrationId, spending, grade: grade ?? undefined, gradeComment };
      }),
    },
    byStep(process, 'confirm'),
  );
  const ids = state.exams.map(({ examId }) => examId);
  const found = await catalogue.getExams({ ids }, byStep(process, 'facts'));
  return {
    facts: found.exams.map((exam) => ({
      examId: exam.id,
      vendorId: exam.vendorId,
      courseNumber: exam.secularNumber,
      subject: exam.subject,
      credits: exam.credits,
    })),
  };
}

async function note(tx: Tx, { id, input, state }: Process): Promise<undefined> {
  const { studentId, seminaryStudentId } = input;
  if (!(await noteRedeemed(tx, seminaryStudentId, id, tx.now)))
    throw new Error('a redemption has lost its seminary student');
  const registrationOf = new Map(
    state.reserved?.map((one) => [one.examId, one.registrationId] as const),
  );
  const redeemed = state.exams.map((exam) => ({
    ...exam,
    registrationId: registrationOf.get(exam.examId) as number,
  }));
  await noteRedeemedExams(tx, redeemed, state.day);
  tx.emit(Redeemed, {
    seminaryStudentId,
    studentId,
    redeemedOn: state.day,
    exams: redeemed.map(({ examId, registrationId, grade, gradeComment, talReference }) => {
      const facts = state.facts?.find((one) => one.examId === examId);
      return {
        examId,
        registrationId,
        grade: grade ?? undefined,
        gradeComment,
        talReference: talReference ?? undefined,
        vendorId: facts?.vendorId ?? 0,
        courseNumber: facts?.courseNumber ?? '',
        subject: facts?.subject ?? '',
        credits: facts?.credits ?? 0,
      };
    }),
  });
  tx.audit({
    op: 'action',
    table: 'seminary_student',
    id: seminaryStudentId,
    studentId,
    change: {
      redeemed: redeemed.map(({ examId }) => examId),
      ...(state.isLinkedHere ? { studentId: [null, studentId] } : {}),
    },
  });
  return undefined;
}

const TOLD = 'TAL was told to release the exams.';
const NOT_TOLD = 'TAL could not be reached; it is told again until it knows.';

/**
 * Redeems exams (T-07, Z-04): keeps registrations, spends credits, turns the registrations into
 * results, then stores and announces the outcome, and TAL releases the papers.
 */
export const redeemingExams = durable<RedeemExams, State, Decided>({
  name: 'redeemExams',
  begin,
  steps: [
    {
      name: 'reserve',
      run: reserve,
      undo: (tx, { id, input, state }) =>
        freeFromRedeeming(tx, input.seminaryStudentId, {
          processId: id,
          unlinks: state.isLinkedHere,
        }),
    },
    { name: 'spend', run: spend },
    { name: 'confirm', run: confirm, commit: note },
    {
      name: 'tell',
      run: async ({ input, call }) => ({
        announced: await notifyTal(call, input.seminaryStudentId, true),
      }),
      commit: async () => undefined,
    },
  ],
  answer: ({ exams, announced = false }) => ({
    message: `The exams were redeemed. ${announced ? TOLD : NOT_TOLD}`,
    examIds: exams.map(({ examId }) => examId),
  }),
  mustFinish: 'credits may have been spent',
});

/**
 * Makes the exams of a seminary student results of the student in view (C-A61). Refuses with
 * wrong_student, already_redeemed, registration_denied, no_redeemable_exams, pending_grade,
 * untaken_registrations, too_early or not_enough_credits (missing), in this order.
 */
export const redeemExams = (call: Call, seminaryStudentId: number): Promise<Decided> =>
  startWithPrefetch(
    redeemingExams,
    call,
    { studentId: studentInView(call.actor), seminaryStudentId },
    async () => {
      const request = await getRedeemableCourses(call, seminaryStudentId);
      if (request.block) throw request.block;
      return request;
    },
  );
