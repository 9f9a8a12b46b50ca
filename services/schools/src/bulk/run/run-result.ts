import type { Call } from '@portal/kit/commands/command';
import type { ReportRow } from '../../balance/account-report.ts';
import { readAccount } from '../../balance/read-balance.ts';
import { payments, registrations } from '../../clients.ts';
import { texts } from '../quote/bulk-texts.ts';
import { studentsById } from '../quote/gather-facts.ts';
import { outcomesOf, progressOf, type Run } from './run-store.ts';

export interface StudentInSession {
  sessionId: number;
  studentId: number;
  lastName: string;
  firstName: string;
  jseId: string | null;
  examId: number;
  examSubject: string;
  vendorName: string;
  registrationId: number;
  isFreeRegistration: boolean;
  availableCredits: number;
  canCancel: boolean;
  /** The proctor fee and the additional fee that are owed now. */
  feesDueCents: number;
  /** Pass, Fail or Disqualified; absent: not graded. */
  result?: string | undefined;
}
export interface RunResult {
  students: {
    studentId: number;
    exams: { examId: number; text: string }[];
    creditsAvailable: number;
    creditsUsed: number;
    chargedCents: number;
    error: string | null;
  }[];
  studentsPerSession: StudentInSession[];
  chargedFromBalanceCents: number;
  /** Null: the school does not prepay. */
  balanceCents: number | null;
  accountReport: ReportRow[];
  error: string | null;
}
export type RunState =
  | { progress: { runId: number; done: number; total: number } }
  | { result: RunResult };

/** Returns the progress or the outcome of a run. */
export async function runState(call: Call, run: Run): Promise<RunState> {
  if (run.finishedAt === null)
    return { progress: { runId: run.id, ...(await progressOf(call.db, run.id)) } };
  return { result: await runResult(call, run) };
}

/** Returns the outcome of a run, with the current students of the session, credits and balance. */
async function runResult(call: Call, run: Run): Promise<RunResult> {
  const { db, actor, requestId } = call;
  const by = { actor, requestId };
  const [outcomes, sitting, account] = await Promise.all([
    outcomesOf(db, run.id),
    registrations.listSessionStudents({ sessionId: run.sessionId }, by),
    run.prepays ? readAccount(db, run.schoolId) : { balanceCents: null, report: [] },
  ]);
  const seated = [...new Set(sitting.students.map(({ studentId }) => studentId))];
  const all = [...new Set([...outcomes.map(({ studentId }) => studentId), ...seated])];
  const [people, quotes] = await Promise.all([
    studentsById(seated, by),
    payments.quoteBulkExams(
      {
        schoolId: run.schoolId,
        prepays: run.prepays,
        students: all.map((studentId) => ({ studentId, exams: [] })),
      },
      by,
    ),
  ]);
  const available = new Map(
    quotes.students.map(({ studentId, availableCredits }) => [studentId, availableCredits]),
  );
  return {
    students: outcomes.map(({ exams, ...student }) => ({
      ...student,
      exams: exams.map(({ examId, result }) => ({ examId, text: result ?? texts.wrong })),
      creditsAvailable: available.get(student.studentId) ?? 0,
    })),
    studentsPerSession: sitting.students.map(studentInSession(people, quotes.students)),
    chargedFromBalanceCents: run.prepays
      ? outcomes.reduce((sum, { chargedCents }) => sum + chargedCents, 0)
      : 0,
    balanceCents: account.balanceCents,
    accountReport: account.report,
    error: run.error,
  };
}

type Sitting = Omit<StudentInSession, 'jseId' | 'availableCredits'>;

/** Combines an exam in a session with the data of other services about its student. */
export function studentInSession(
  people: ReadonlyMap<number, { jseId?: string | undefined }>,
  quotes: readonly { studentId: number; availableCredits: number }[],
): (student: Sitting) => StudentInSession {
  const available = new Map(
    quotes.map(({ studentId, availableCredits }) => [studentId, availableCredits]),
  );
  return (student) => ({
    ...student,
    jseId: people.get(student.studentId)?.jseId ?? null,
    availableCredits: available.get(student.studentId) ?? 0,
  });
}
