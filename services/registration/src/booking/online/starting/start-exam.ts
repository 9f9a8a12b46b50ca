import type { Actor } from '@portal/kit/auth/actor';
import { type Call, command, type Tx } from '@portal/kit/commands/command';
import { DomainError, unavailable } from '@portal/kit/errors';
import { ExamResumed, ExamStarted } from '@portal/proto/registration/v1/events';
import { launch, reopenRun } from '../../../partners/exam-platform.ts';
import { orRefuse } from '../../../partners/partner-refusal.ts';
import { withProjections } from '../../../projections/with-projections.ts';
import { paymentsAfterStart } from '../../../records/fees/proctor-fee.ts';
import { placeOf } from '../../../records/registrations/state/registration-row.ts';
import { pollProctoring } from '../reports/poll-partners.ts';
import { applySitting } from '../sitting/change-sitting.ts';
import { moreTimeToday } from '../sitting/exam-time.ts';
import {
  type OnlineRow,
  openOnline,
  readOnline,
  studentOf,
  withExam,
} from '../sitting/online-row.ts';
import {
  refuseStaff,
  startKeyInvalid,
  startRefusal,
  unlessRefused,
} from '../sitting/online-rules.ts';
import { hashOf, type StartOf } from '../sitting/start-key.ts';
import { isTokenInForce } from '../sitting/store.ts';

export interface StartExam extends StartOf {
  token: string;
}

/** The holder of the token acts for its student, even without a session of the student. */
const holder = (studentId: number): Actor => ({
  kind: 'student',
  id: studentId,
  roles: [],
  name: 'holder of the start link',
  via: 'bff',
});

async function begin(tx: Tx, row: OnlineRow): Promise<void> {
  const about = { registrationId: row.id, studentId: row.studentId, examId: row.examId };
  const isFirst = row.status === 'online_access';
  const payments = isFirst ? paymentsAfterStart(row.proctorPayments, placeOf(row)) : [];
  await applySitting(tx, row, { type: 'started' }, payments);
  tx.emit(isFirst ? ExamStarted : ExamResumed, about);
}

/** Ids that are not those of the token. */
function invalidWhenRefused(error: unknown): never {
  throw error instanceof DomainError ? startKeyInvalid() : error;
}

/**
 * The exam's page on the platform; one that was opened again in the portal is opened there first,
 * since it may be finished there.
 */
async function platformPage(row: OnlineRow, now: Date): Promise<string> {
  const { reopenedAt, onlineExamRedirect } = row;
  const isFirstSince =
    reopenedAt !== null && (onlineExamRedirect === null || onlineExamRedirect <= reopenedAt);
  if (isFirstSince) await reopenRun(row.id);
  const { id: registrationId, contentCode, subject } = row;
  return launch({
    kind: 'exam',
    registrationId,
    contentCode: contentCode ?? '',
    title: subject ?? '',
    student: studentOf(row),
    ...moreTimeToday(row, now),
  });
}

async function start(call: Call, input: StartExam): Promise<string> {
  refuseStaff(call.actor);
  const { token, ...ids } = input;
  const tokenHash = hashOf(token);
  if (!(await isTokenInForce(call.db, ids.registrationId, tokenHash))) throw startKeyInvalid();
  const known = await readOnline(call.db, ids).catch(invalidWhenRefused);
  const waiting = known.status === 'scheduled' && known.sessionType === '99';
  const seen = withExam(waiting ? await pollProctoring(call, known) : known);

  const refusalNow = startRefusal(seen, call.now);
  const url =
    refusalNow === null
      ? await orRefuse('exam_platform_error', platformPage(seen, call.now))
      : null;

  const work = async (tx: Tx, wanted: StartOf & { tokenHash: string }): Promise<string> => {
    const row = await openOnline(tx, wanted);
    if (!(await isTokenInForce(tx, row.id, tokenHash))) throw startKeyInvalid();
    const refusal = startRefusal(row, tx.now);
    if (refusal) throw refusal;
    if (url === null) throw unavailable();
    await begin(tx, row);
    return url;
  };
  const go = command('startExam', work, unlessRefused(refusalNow));
  return go({ ...call, actor: holder(ids.studentId) }, { ...ids, tokenHash });
}

/**
 * Leads the holder of a start token to the exam on the platform, the first time and to resume
 * (C-S43, T-24, T-41). Throws staff_cannot_start for a caller signed in as staff,
 * start_key_invalid, no_online_access, grace_period_over, exam_completed, exam_disqualified,
 * session_not_open, course_time_over or exam_platform_error.
 */
export async function startExam(call: Call, input: StartExam): Promise<{ url: string }> {
  return { url: await withProjections(call, () => start(call, input)) };
}
