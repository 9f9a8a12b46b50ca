import { randomUUID } from 'node:crypto';
import { studentInView } from '@portal/kit/actor';
import { type Call, command, type Tx } from '@portal/kit/command';
import { unavailable } from '@portal/kit/errors';
import { AccessGranted } from '@portal/proto/registration/v1/events';
import { withCopies } from '../copies/with-copies.ts';
import { launch } from '../partners/exam-platform.ts';
import { asChanged } from '../registrations/change-registration.ts';
import type { Registration } from '../registrations/registration-view.ts';
import type { OnlineExam } from './book-proctor.ts';
import { type OnlineRow, openOnline, readOnline, studentOf, withExam } from './online-row.ts';
import { openingRefusal, refuseStaff } from './online-rules.ts';
import { orRefuse } from './partner-refusal.ts';
import { hashOf, startLink, startToken } from './start-key.ts';
import { grantAccess, keepStartToken } from './store.ts';
import { noteOnline } from './take-report.ts';

export interface OpenedExam {
  url: string;
  sessionId: number;
  registration: Registration | undefined;
}
/** As it is kept as the answer of its key: what names the token, never the token. */
interface Opened {
  tokenName: string;
  sessionId: number;
  registration: Registration | undefined;
}

/** The exam is put on the platform before anything changes here; doing that twice puts it there once. */
const putOnPlatform = (row: OnlineRow) =>
  launch({ kind: 'exam', registrationId: row.id, contentCode: row.contentCode ?? '', title: row.subject ?? '', student: studentOf(row) });

async function openInRoom(call: Call, input: OnlineExam): Promise<OpenedExam> {
  const { examId, registrationId } = input;
  const studentId = studentInView(call.actor);
  const seen = withExam(await readOnline(call.db, { registrationId, examId, studentId }));
  const isReady = openingRefusal(seen, call.now) === null;
  if (isReady) await orRefuse('exam_platform_error', putOnPlatform(seen));

  const open = command('openExam', async (tx: Tx, wanted: OnlineExam): Promise<Opened> => {
    const row = withExam(await openOnline(tx, { ...wanted, studentId }));
    const refusal = openingRefusal(row, tx.now);
    if (refusal) throw refusal;
    if (!isReady) throw unavailable();
    const tokenName = randomUUID();
    await keepStartToken(tx, row.id, hashOf(startToken(tokenName)), tx.now);
    if (row.status === 'scheduled') {
      await grantAccess(tx, row.id);
      tx.emit(AccessGranted, { registrationId, studentId, examId });
      await noteOnline(tx, row, 'online_access');
    }
    return { tokenName, sessionId: row.sessionId as number, registration: await asChanged(tx, row) };
  });
  const { tokenName, ...opened } = await open(call, input);
  return { ...opened, url: startLink({ studentId, examId, registrationId }, startToken(tokenName)) };
}

/**
 * The start-online button of a school or shipped session (C-S45, T-23): a new start link, the one before ends. Refuses with staff_cannot_start,
 * registration_not_found, exam_completed, office_only, session_not_open, paper_only, not_online, not_online_school, course_time_over, fees_due
 * (expected: cents) or exam_platform_error.
 */
export function openExam(call: Call, input: OnlineExam): Promise<OpenedExam> {
  refuseStaff(call.actor);
  return withCopies(call, () => openInRoom(call, input));
}
