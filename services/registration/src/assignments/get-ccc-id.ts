import { studentInView } from '@portal/kit/actor';
import type { Call } from '@portal/kit/command';
import { forbidden } from '@portal/kit/errors';
import { withCopies } from '../copies/with-copies.ts';
import { courseOfExam } from './assignment-row.ts';
import { cccIdOf } from './vendor-record.ts';

const notRegistered = () => forbidden('not_registered', 'You are not registered for this course.');

/** What Coopersmith calls the student in view (C-S59). Refuses with not_registered or coopersmith_failed. */
export function getCccId(call: Call, examId: number): Promise<string> {
  return withCopies(call, async () => {
    const row = await courseOfExam(call.db, studentInView(call.actor), examId);
    if (row === undefined) throw notRegistered();
    return cccIdOf(call, row);
  });
}
