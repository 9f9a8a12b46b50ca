import { OFFICE_ERROR, releaseSession } from '../../booking/session-booking/cancel-session.ts';
import { paymentsAfterCallingOff } from '../../records/fees/proctor-fee.ts';
import { placeOf } from '../../records/registrations/state/registration-row.ts';
import type { StudentWork } from '../session-operations/each-student.ts';
import { bookingsInEmail, byProgress } from '../session-operations/exams-of-session.ts';
import { noteOutcomes, noteRefunds, type Run } from '../session-operations/run-store.ts';

/**
 * Takes the exams of one student out of a called-off session: frees the seats, keeps or refunds the
 * fees as the office chose, and sends one email about all. Started exams stay..
 */
export const freeStudent =
  ({ id: runId, message, refundsFees }: Run): StudentWork =>
  async (tx, _studentId, exams) => {
    const { booked, begun } = byProgress(exams);
    const leaving = booked.map((row) => ({
      row,
      ...paymentsAfterCallingOff(row.proctorPayments, placeOf(row), refundsFees),
    }));
    const refunds = leaving.flatMap(({ row, refund }) =>
      refund.map(({ paymentId, cents }) => ({
        registrationId: row.id,
        paymentId: paymentId as number,
        cents,
      })),
    );
    const idsOf = (rows: typeof exams) => rows.map(({ id }) => id);
    await noteOutcomes(tx, runId, 'begun', idsOf(begun));
    await noteOutcomes(tx, runId, 'left', idsOf(booked));
    await noteRefunds(tx, runId, refunds);
    const [, ...togetherWith] = bookingsInEmail(booked);
    const ofAll = {
      togetherWith,
      proctorFeeRefundedCents: refunds.reduce((sum, { cents }) => sum + cents, 0),
      proctorFeeKept: leaving.some(({ changes }) => changes.some(({ state }) => state === 'held')),
      ...(message === null ? {} : { message }),
    };
    for (const [at, { row, changes }] of leaving.entries())
      await releaseSession(tx, row, OFFICE_ERROR, {
        emailFields: at === 0 ? ofAll : { withoutLetter: true },
        payments: changes,
      });
  };
