import { studentInView } from '@portal/kit/actor';
import { type Call, command, type Tx } from '@portal/kit/command';
import { unavailable } from '@portal/kit/errors';
import { ProgramStarted } from '@portal/proto/registration/v1/events';
import { withCopies } from '../copies/with-copies.ts';
import { launch } from '../partners/exam-platform.ts';
import { asChanged } from '../registrations/change-registration.ts';
import type { Registration } from '../registrations/registration-view.ts';
import type { OnlineExam } from './book-proctor.ts';
import { type OnlineRow, openOnline, readOnline, studentOf, withExam } from './online-row.ts';
import { programRefusal, refuseStaff } from './online-rules.ts';
import { orRefuse } from './partner-refusal.ts';
import { startProgramRow } from './store.ts';
import { noteOnline } from './take-report.ts';

export interface StartedProgram {
  url: string;
  registration: Registration | undefined;
}

const courseLink = (row: OnlineRow) =>
  launch({
    kind: 'program',
    registrationId: row.id,
    contentCode: row.programContentCode ?? '',
    title: row.subject ?? '',
    student: studentOf(row),
  });

async function start(call: Call, input: OnlineExam): Promise<StartedProgram> {
  const studentId = studentInView(call.actor);
  const seen = withExam(await readOnline(call.db, { ...input, studentId }));
  // asked before anything changes: a course that could not be opened can still be cancelled
  const url = programRefusal(seen, call.now) === null ? await orRefuse('program_platform_error', courseLink(seen)) : null;

  const go = command('startProgram', async (tx: Tx, wanted: OnlineExam): Promise<StartedProgram> => {
    const row = withExam(await openOnline(tx, { ...wanted, studentId }));
    const refusal = programRefusal(row, tx.now);
    if (refusal) throw refusal;
    if (url === null) throw unavailable();
    if (row.onlineProgramStarted === null) {
      await startProgramRow(tx, row.id, tx.now);
      tx.emit(ProgramStarted, { registrationId: row.id, studentId, examId: row.examId });
      await noteOnline(tx, row, 'course_started');
    }
    return { url, registration: await asChanged(tx, row) };
  });
  return go(call, input);
}

/**
 * Starts the course, or gives a link to go on (C-S46, T-30). From the first start on nobody can cancel it. Refuses with
 * staff_cannot_start, registration_not_found, office_only, no_course, course_time_over, fees_due (expected: cents) or program_platform_error.
 */
export function startProgram(call: Call, input: OnlineExam): Promise<StartedProgram> {
  refuseStaff(call.actor);
  return withCopies(call, () => start(call, input));
}
