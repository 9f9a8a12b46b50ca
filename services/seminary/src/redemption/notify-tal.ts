import { serviceActor } from '@portal/kit/auth/actor';
import type { Call } from '@portal/kit/commands/command';
import { type Database, isUnavailable } from '@portal/kit/database/database';
import { failpoint } from '@portal/kit/jobs/failpoints';
import type { Job } from '@portal/kit/jobs/jobs';
import { log } from '@portal/kit/observability/log';
import { PartnerError } from '@portal/kit/partners/partner-client';
import { steadyNow } from '@portal/kit/steady-clock';
import type { Exam } from '@portal/proto/catalog/v1/exams';
import { exams } from '../clients.ts';
import { reportPaper, reportRelease, reportStudent } from '../partners/tal.ts';
import { REDEEMED } from '../students/records/seminary-student.ts';
import {
  announced,
  type ExamRow,
  keepTalReference,
  keepTalStudent,
  listExams,
  listToNotify,
  markAnnounced,
  notifyLater,
  type ToNotify,
  takeToNotify,
} from './store.ts';

type Paper = Pick<ExamRow, 'id' | 'examId' | 'actualTakenDate' | 'talReference'>;
type NotifyContext = Pick<Call, 'db' | 'now' | 'requestId'>;

const TAL = 1;
const CIS = 4;

/**
 * Notifies TAL to release the papers of a seminary student, or to keep them back for good. Every
 * step is safe to repeat. `isHeld`: the caller is the process that has just decided. Returns true
 * when TAL knows; false when that failed, which the job repeats, or while another process does it.
 */
export async function notifyTal(
  context: NotifyContext,
  seminaryStudentId: number,
  isHeld = false,
): Promise<boolean> {
  const student = await takeToNotify(context.db, seminaryStudentId, isHeld);
  if (!student) return announced(context.db, seminaryStudentId);
  try {
    await notify(context, student);
    await failpoint('tellTal.told');
    await markAnnounced(context.db, student.id, context.now);
    return true;
  } catch (error) {
    const isTransient = (error instanceof PartnerError && !error.isFinal) || isUnavailable(error);
    log[isTransient ? 'warn' : 'error'](
      { err: error, seminaryStudent: seminaryStudentId },
      'report of seminary exams to TAL failed; will retry',
    );
    // if this fails, the lease of a minute frees the student
    await notifyLater(context.db, seminaryStudentId).catch(() => {});
    return false;
  }
}

async function notify({ db, requestId }: NotifyContext, student: ToNotify): Promise<void> {
  const papers = await papersOf(await listExams(db, student.id), requestId);
  if (papers.length === 0) return;
  const talStudentId = student.talStudentId ?? (await studentAtTal(db, student));
  for (const paper of papers) await referenceOf(db, paper, talStudentId);
  await reportRelease(talStudentId, {
    examCodes: [...new Set(papers.map(({ exam }) => exam.secularNumber))],
    release: student.redeemedExams === REDEEMED,
  });
}

/** Returns TAL's id of a paper; reports the paper first if TAL does not know it. */
async function referenceOf(
  db: Database,
  { row, exam }: { row: Paper; exam: Exam },
  talStudentId: string,
): Promise<string> {
  if (row.talReference !== null) return row.talReference;
  const reference = await reportPaper(talStudentId, {
    reference: `seminary-exam-${row.id}`,
    examCode: exam.secularNumber,
    subject: exam.subject,
    credits: exam.credits,
    takenOn: row.actualTakenDate as string,
    vendor: exam.vendorId === TAL ? 'TAL' : 'CIS',
  });
  await keepTalReference(db, row.id, reference);
  return reference;
}

/** The same of one paper alone; null where it is no exam of TAL's. Throws PartnerError. */
export async function paperAtTal(
  db: Database,
  row: Paper,
  talStudentId: string,
): Promise<string | null> {
  const [paper] = await papersOf([row], 'follow papers');
  return paper ? referenceOf(db, paper, talStudentId) : null;
}

/** Returns the exams that go to TAL, with their data from the catalogue. */
async function papersOf(rows: readonly Paper[], requestId: string) {
  const ids = [...new Set(rows.map(({ examId }) => examId))];
  if (ids.length === 0) return [];
  const found = await exams.getExams({ ids }, { actor: serviceActor('seminary'), requestId });
  const byId = new Map(found.exams.map((exam) => [exam.id, exam]));
  return rows.flatMap((row) => {
    const exam = byId.get(row.examId);
    const isTals = exam?.vendorId === TAL || exam?.vendorId === CIS;
    return exam && isTals && row.actualTakenDate !== null ? [{ row, exam }] : [];
  });
}

/** Reports a seminary student to TAL and returns TAL's id of them. Throws PartnerError. */
export async function studentAtTal(
  db: Database,
  student: Omit<ToNotify, 'redeemedExams'>,
): Promise<string> {
  const { id, firstName, lastName, dob, last4Ssn } = student;
  const talStudentId = await reportStudent({
    reference: `seminary-student-${id}`,
    firstName,
    lastName,
    dob,
    last4ssn: last4Ssn,
  });
  await keepTalStudent(db, id, talStudentId);
  return talStudentId;
}

/** Notifies TAL of pending decisions until it knows them. */
export function notifyTalJob(db: Database): Job {
  return {
    name: 'tell TAL of seminary exams',
    everySeconds: 2,
    async run() {
      const context = { db, now: steadyNow(), requestId: 'tell TAL' };
      for (const id of await listToNotify(db)) await notifyTal(context, id);
    },
  };
}
