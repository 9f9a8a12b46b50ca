import { serviceActor } from '@portal/kit/auth/actor';
import { on } from '@portal/kit/events/inbox';
import { ExamDisqualified, ExamTaken } from '@portal/proto/registration/v1/events';
import { fees } from '../../../clients.ts';
import { disqualifiedEmail, timeOverEmail } from './emails.ts';
import { mailedOnline } from './mail-online-events.ts';

interface Over {
  registrationId: number;
  studentId: number;
  examId: number;
  refundPaymentIds: number[];
}

/** Refunds an unneeded proctor payment to its card, once per event. */
async function refundUnneeded(
  eventId: string,
  { registrationId, refundPaymentIds }: Over,
): Promise<void> {
  if (refundPaymentIds.length === 0) return;
  await fees.refundFees(
    { registrationId, additionalFee: false, proctorFee: true, paymentIds: refundPaymentIds },
    { actor: serviceActor('registration'), key: `exam-over:${eventId}` },
  );
}

/** Refunds unneeded payments; mails the student whose 24 hours were over. */
export const onExamTaken = on(ExamTaken, {
  async prepare({ id, data }) {
    await refundUnneeded(id, data);
    return data.timeOver ? mailedOnline(data) : null;
  },
  apply: async (tx, { id }, mailed) => {
    if (mailed) tx.mail({ key: `time_over:${id}`, to: mailed.to, ...timeOverEmail(mailed.about) });
  },
});

/** Refunds unneeded payments, and mails that a retake must be bought. */
export const onExamDisqualified = on(ExamDisqualified, {
  async prepare({ id, data }) {
    await refundUnneeded(id, data);
    return mailedOnline(data);
  },
  apply: async (tx, { id }, mailed) => {
    if (mailed)
      tx.mail({ key: `disqualified:${id}`, to: mailed.to, ...disqualifiedEmail(mailed.about) });
  },
});
