import { studentInView } from '@portal/kit/auth/actor';
import type { Call } from '@portal/kit/commands/command';
import { domainError } from '../../errors.ts';
import { withProjections } from '../../projections/with-projections.ts';
import { courseOfExam } from './assignment-row.ts';
import { cccIdOf } from './vendor-record.ts';

const notRegistered = () =>
  domainError('not_registered', 'You are not registered for this course.');

/**
 * Returns Coopersmith's id of the student in view (C-S59). Throws not_registered or
 * coopersmith_failed.
 */
export function getCccId(call: Call, examId: number): Promise<string> {
  return withProjections(call, async () => {
    const row = await courseOfExam(call.db, studentInView(call.actor), examId);
    if (row === undefined) throw notRegistered();
    return cccIdOf(call, row);
  });
}
