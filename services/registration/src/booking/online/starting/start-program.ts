import { studentInView } from '@portal/kit/auth/actor';
import { type Call, command, type Tx } from '@portal/kit/commands/command';
import { unavailable } from '@portal/kit/errors';
import { ProgramStarted } from '@portal/proto/registration/v1/events';
import { launch } from '../../../partners/exam-platform.ts';
import { orRefuse } from '../../../partners/partner-refusal.ts';
import { withProjections } from '../../../projections/with-projections.ts';
import { reloadView } from '../../../records/registrations/changing/change-registration.ts';
import type { Registration } from '../../../records/registrations/reading/registration-view.ts';
import { allowed } from '../../../records/registrations/state/registration-change.ts';
import { changeRegistration } from '../../../records/registrations/state/registration-machine.ts';
import type { OnlineExam } from '../proctoring/book-proctor.ts';
import { writeOnline } from '../sitting/change-sitting.ts';
import {
  type OnlineRow,
  openOnline,
  readOnline,
  studentOf,
  withExam,
} from '../sitting/online-row.ts';
import { programRefusal, refuseStaff, unlessRefused } from '../sitting/online-rules.ts';

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
  // before anything changes: a course that could not be opened can still be cancelled
  const refusalNow = programRefusal(seen, call.now);
  const url =
    refusalNow === null ? await orRefuse('program_platform_error', courseLink(seen)) : null;

  const work = async (tx: Tx, wanted: OnlineExam): Promise<StartedProgram> => {
    const row = withExam(await openOnline(tx, { ...wanted, studentId }));
    const refusal = programRefusal(row, tx.now);
    if (refusal) throw refusal;
    if (url === null) throw unavailable();
    if (row.onlineProgramStarted === null) {
      const begun = allowed(changeRegistration(row, { type: 'program_started' }, tx.now));
      await writeOnline(tx, row, begun);
      tx.emit(ProgramStarted, { registrationId: row.id, studentId, examId: row.examId });
    }
    return { url, registration: await reloadView(tx, row) };
  };
  const go = command('startProgram', work, unlessRefused(refusalNow));
  return go(call, input);
}

/**
 * Starts the course, or returns a link to continue it (C-S46, T-30). It cannot be cancelled from
 * the first start on. Throws staff_cannot_start, registration_not_found, office_only,
 * no_course, course_time_over, fees_due (expected: cents) or program_platform_error.
 */
export function startProgram(call: Call, input: OnlineExam): Promise<StartedProgram> {
  refuseStaff(call.actor);
  return withProjections(call, () => start(call, input));
}
