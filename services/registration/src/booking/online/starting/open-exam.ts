import { randomUUID } from 'node:crypto';
import { studentInView } from '@portal/kit/auth/actor';
import { type Call, command, type Tx } from '@portal/kit/commands/command';
import { unavailable } from '@portal/kit/errors';
import { AccessGranted } from '@portal/proto/registration/v1/events';
import { launch } from '../../../partners/exam-platform.ts';
import { orRefuse } from '../../../partners/partner-refusal.ts';
import { withProjections } from '../../../projections/with-projections.ts';
import { reloadView } from '../../../records/registrations/changing/change-registration.ts';
import type { Registration } from '../../../records/registrations/reading/registration-view.ts';
import type { OnlineExam } from '../proctoring/book-proctor.ts';
import { applySitting } from '../sitting/change-sitting.ts';
import { moreTimeToday } from '../sitting/exam-time.ts';
import {
  type OnlineRow,
  openOnline,
  readOnline,
  studentOf,
  withExam,
} from '../sitting/online-row.ts';
import { openingRefusal, refuseStaff, unlessRefused } from '../sitting/online-rules.ts';
import { hashOf, startLink, startToken } from '../sitting/start-key.ts';
import { keepStartToken } from '../sitting/store.ts';

export interface OpenedExam {
  url: string;
  sessionId: number;
  registration: Registration | undefined;
}
/** Stored as the response of its key: the name of the token, never the token. */
interface Opened {
  tokenName: string;
  sessionId: number;
  registration: Registration | undefined;
}

/**
 * The exam is put on the platform before anything changes here; doing that twice puts it there
 * once.
 */
const putOnPlatform = (row: OnlineRow, now: Date) =>
  launch({
    kind: 'exam',
    registrationId: row.id,
    contentCode: row.contentCode ?? '',
    title: row.subject ?? '',
    student: studentOf(row),
    ...moreTimeToday(row, now),
  });

async function openInRoom(call: Call, input: OnlineExam): Promise<OpenedExam> {
  const { examId, registrationId } = input;
  const studentId = studentInView(call.actor);
  const seen = withExam(await readOnline(call.db, { registrationId, examId, studentId }));
  const refusalNow = openingRefusal(seen, call.now);
  const isReady = refusalNow === null;
  if (isReady) await orRefuse('exam_platform_error', putOnPlatform(seen, call.now));

  const work = async (tx: Tx, wanted: OnlineExam): Promise<Opened> => {
    const row = withExam(await openOnline(tx, { ...wanted, studentId }));
    const refusal = openingRefusal(row, tx.now);
    if (refusal) throw refusal;
    if (!isReady) throw unavailable();
    const tokenName = randomUUID();
    await keepStartToken(tx, row.id, hashOf(startToken(tokenName)), tx.now);
    // an exam with access, or one already begun, only gets a new link
    if (row.status === 'scheduled') {
      await applySitting(tx, row, { type: 'opened_in_room' });
      tx.emit(AccessGranted, { registrationId, studentId, examId });
    }
    return {
      tokenName,
      sessionId: row.sessionId as number,
      registration: await reloadView(tx, row),
    };
  };
  const open = command('openExam', work, unlessRefused(refusalNow));
  const { tokenName, ...opened } = await open(call, input);
  return {
    ...opened,
    url: startLink({ studentId, examId, registrationId }, startToken(tokenName)),
  };
}

/**
 * Returns a new start link for the start-online button of a school or shipped session (C-S45, T-23)
 * and ends the previous one. Throws staff_cannot_start, registration_not_found, exam_completed,
 * office_only, session_not_open, paper_only, not_online, not_online_school, course_time_over,
 * fees_due (expected: cents) or exam_platform_error.
 */
export function openExam(call: Call, input: OnlineExam): Promise<OpenedExam> {
  refuseStaff(call.actor);
  return withProjections(call, () => openInRoom(call, input));
}
