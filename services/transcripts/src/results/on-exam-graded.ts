import { on } from '@portal/kit/events/inbox';
import { ExamGraded } from '@portal/proto/registration/v1/events';
import { noteToAskNow } from './ask-store.ts';
import { vendorOf } from './ask-vendor.ts';

/**
 * The first result of a TAL or CIS exam notes a query to TAL, which looks the student's id up
 * (R-403).
 */
export const onExamGraded = on(ExamGraded, {
  apply: async (tx, { data: { studentId, vendorId } }) => {
    if (vendorId !== undefined && vendorOf(vendorId) === 'tal')
      await noteToAskNow(tx, studentId, tx.now);
  },
});
