import { on } from '@portal/kit/inbox';
import { log } from '@portal/kit/log';
import { ResultReceived } from '@portal/proto/transcripts/v1/events';
import { lockRegistrations } from '../registrations/lock-registrations.ts';
import { readRegistration } from '../registrations/store.ts';
import { letGradesIn } from './let-grades-in.ts';
import { readHeld } from './store.ts';

const RESULTS = ['Pass', 'Fail', 'Disqualified'];

/** A vendor's final result grades the exam that is taken (T-50, R-397). One that is graded, or opened again meanwhile, stays as it is. */
export const onResultReceived = on(ResultReceived, {
  apply: async (tx, { data }) => {
    await lockRegistrations(tx, data.registrationId);
    const row = await readRegistration(tx, data.registrationId);
    const isMeant = row?.studentId === data.studentId && row.examId === data.examId && RESULTS.includes(data.result);
    if (!isMeant) {
      log.warn({ registration: data.registrationId }, 'a result for no registration was passed over');
      return;
    }
    const held = await readHeld(tx, row.id);
    if (row.status !== 'taken' || (held?.heldGradeComment ?? null) !== null) return;
    await letGradesIn(tx, [{ row, grade: { grade: data.score ?? null, comment: data.result } }]);
  },
});
