import { isStaff, studentInView } from '@portal/kit/auth/actor';
import type { Call } from '@portal/kit/commands/command';
import { resumeStarted } from '@portal/kit/commands/start-begun';
import { invalid } from '@portal/kit/errors';
import { exportProcess } from './export-process.ts';

const REASON = { least: 3, most: 200 };

/**
 * Begins an export of all data that services keep about the student in view, and returns its id;
 * staff give a reason (C-O59). Refuses with once_a_day, student_not_found or invalid.
 */
export async function requestData(call: Call, typed: string): Promise<string> {
  const studentId = studentInView(call.actor);
  if (!isStaff(call.actor)) return resumeStarted(call, exportProcess, { studentId, reason: null });
  const reason = typed.trim().normalize('NFC');
  if (reason.length < REASON.least || reason.length > REASON.most)
    throw invalid({
      path: 'reason',
      message: 'Give a reason of 3 to 200 characters.',
    });
  return resumeStarted(call, exportProcess, { studentId, reason });
}
