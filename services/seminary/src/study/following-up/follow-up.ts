import { randomUUID } from 'node:crypto';
import { serviceActor } from '@portal/kit/auth/actor';
import { type Call, inTransaction, type Tx } from '@portal/kit/commands/command';
import { type Database, isUnavailable } from '@portal/kit/database/database';
import { DomainError } from '@portal/kit/errors';
import { present } from '@portal/kit/grpc/wire';
import { failpoint } from '@portal/kit/jobs/failpoints';
import type { Job } from '@portal/kit/jobs/jobs';
import { log } from '@portal/kit/observability/log';
import { PartnerError } from '@portal/kit/partners/partner-client';
import { steadyNow } from '@portal/kit/steady-clock';
import type * as tables from '../../../prisma/tables.ts';
import { studyMembers, studyPayments } from '../../clients.ts';
import {
  findStudent,
  reportJoin,
  reportMethod,
  reportPayment,
  reportRefund,
  reportUnjoin,
} from '../../partners/tti.ts';
import { onRecord, paymentsOfProgram } from '../records/store.ts';
import type { OwnPayment } from '../records/study-payment.ts';
import {
  dropRefund,
  type Followed,
  lookUpLater,
  markAnnounced,
  noteJoined,
  noteLeft,
  noteMade,
  notePayerReported,
  releaseLease,
  takePayers,
  takeToFollow,
  toFollow,
} from './follow-store.ts';

type Following = Pick<Call, 'db' | 'now' | 'requestId'>;

const by = ({ requestId }: Following) => ({
  actor: serviceActor('seminary'),
  key: randomUUID(),
  requestId,
});
const inOne = (following: Following, name: string, work: (tx: Tx) => Promise<void>) =>
  inTransaction({ ...following, actor: serviceActor('seminary') }, name, work);

/**
 * Reports one interest to TTI: payments, refunds, and that the student joins or leaves; and puts
 * them on record with identity. Every step is safe to repeat, so a retry continues where it
 * stopped. `isHeld`: the caller is the process that has just written the changes to report. Returns
 * true when nothing is left to report; false when that failed or another process does it.
 */
export async function followUp(
  following: Following,
  studentProgramId: number,
  isHeld = false,
): Promise<boolean> {
  const { db } = following;
  const program = await takeToFollow(db, studentProgramId, isHeld);
  if (!program) return false;
  let isDone = false;
  try {
    await lookAtRefunds(following, program);
    await reportMoney(following, program);
    if (program.joinWanted) await join(following, program, program.joinWanted === 'membership');
    if (program.leaveWanted) await leave(following, program);
    isDone = true;
  } catch (error) {
    const isTransient =
      (error instanceof PartnerError && !error.isFinal) ||
      isUnavailable(error) ||
      (error instanceof DomainError && error.isTransient);
    log[isTransient ? 'warn' : 'error'](
      { err: error, studentProgram: studentProgramId },
      'report to TTI failed; will retry',
    );
  } finally {
    // if this fails, the lease of a minute frees the program
    await releaseLease(db, studentProgramId, isDone).catch(() => {});
  }
  return isDone;
}

/** Checks whether refunds that waited for settlement have been made. */
async function lookAtRefunds(
  following: Following,
  { id, ttiStudentId, studentId }: Followed,
): Promise<void> {
  const waiting = (await paymentsOfProgram(following.db, id)).filter((one) => one.madeAt === null);
  if (waiting.length === 0) return;
  const refundIds = waiting.flatMap((one) => one.refundId ?? []);
  const { refunds } = await studyPayments.getStudyRefunds(
    { refundIds },
    { actor: serviceActor('seminary'), requestId: following.requestId },
  );
  for (const one of waiting) {
    const now = refunds.find((refund) => refund.refundId === one.refundId);
    if (now?.state === 'done') {
      await inOne(following, 'followUp.made', async (tx) =>
        noteMade(tx, one.id, now.transactionId ?? null, now.doneAt ?? tx.now),
      );
    }
    if (now?.state === 'refused') {
      await inOne(following, 'followUp.refused', async (tx) => {
        await dropRefund(tx, one.id, id);
        tx.audit({
          op: 'delete',
          table: 'study_payment',
          id: one.id,
          ...(await onRecord(tx, ttiStudentId, studentId)),
          change: { amountCents: one.amountCents, refused: now.error ?? 'refused' },
        });
      });
    }
  }
  await lookUpLater(
    following.db,
    waiting.map((one) => one.id),
  );
}

async function reportMoney(following: Following, program: Followed): Promise<void> {
  for (const one of await paymentsOfProgram(following.db, program.id)) {
    if (one.toldPartnerAt !== null || one.madeAt === null) continue;
    await failpoint('followUp.tell.before');
    const partnerId = await report(following.db, program, one);
    await failpoint('followUp.tell.after');
    await inOne(following, 'followUp.told', async (tx) =>
      markAnnounced(tx, one.id, partnerId, tx.now),
    );
  }
}

async function report(
  db: Database,
  { id, ttiStudentId, programId }: Followed,
  one: OwnPayment,
): Promise<number> {
  const { reference, gateway, method, last4, transactionId } = one;
  const known = { reference, transactionId: transactionId ?? reference };
  if (one.amountCents > 0)
    return reportPayment(ttiStudentId, {
      ...known,
      programId,
      amountCents: one.amountCents,
      gateway,
      method,
      last4,
    });
  const paid = (await paymentsOfProgram(db, id)).find((other) => other.id === one.refundOf);
  if (!paid || paid.partnerId === null)
    throw new PartnerError('the payment of a refund is not known there yet');
  return reportRefund(ttiStudentId, {
    ...known,
    paymentPartnerId: paid.partnerId,
    amountCents: -one.amountCents,
  });
}

async function join(
  following: Following,
  { id, ttiStudentId, programId }: Followed,
  isMember: boolean,
): Promise<void> {
  await reportJoin(ttiStudentId, programId, isMember);
  await failpoint('followUp.joined');
  const studentId = isMember
    ? await putOnRecord(following, ttiStudentId)
    : await linkedWith(following, ttiStudentId);
  await inOne(following, 'followUp.join', async (tx) => {
    await noteJoined(tx, id, studentId, tx.now);
    tx.audit({
      op: 'update',
      table: 'student_program',
      id,
      ...(await onRecord(tx, ttiStudentId, studentId)),
      change: { state: 'joined', membership: isMember },
    });
  });
}

async function putOnRecord(following: Following, ttiStudentId: string): Promise<number | null> {
  const {
    first,
    last,
    dob,
    last4ssn,
    gender,
    email,
    phone,
    address,
    city,
    state,
    zip,
    country,
    collegeId,
  } = await findStudent(ttiStudentId);
  const known = present({
    dob,
    last4Ssn: last4ssn,
    gender,
    email,
    phone,
    address,
    city,
    state,
    zip,
    country,
    collegeId,
  });
  const joined = await studyMembers.joinStudy(
    { ttiStudentId, isMember: true, firstName: first, lastName: last, ...known },
    by(following),
  );
  return joined.studentId ?? null;
}

async function linkedWith(following: Following, ttiStudentId: string): Promise<number | null> {
  return (await studyMembers.findStudyMember({ ttiStudentId }, by(following))).studentId ?? null;
}

/** Reports that the student leaves, once all refunds due to them have been made. */
async function leave(
  following: Following,
  { id, ttiStudentId, partnerId, leaveWanted, studentId }: Followed,
): Promise<void> {
  const payments = await paymentsOfProgram(following.db, id);
  const program = await following.db.one<
    Pick<tables.StudentProgram, 'leaveWanted'>
  >`SELECT leave_wanted FROM student_program WHERE id = ${id}`;
  if (program.leaveWanted === null || payments.some((one) => one.madeAt === null)) return;
  const endsMembership = leaveWanted === 'membership';
  await reportUnjoin(ttiStudentId, partnerId, !endsMembership);
  if (endsMembership) await studyMembers.leaveStudy({ ttiStudentId }, by(following));
  await inOne(following, 'followUp.leave', async (tx) => {
    await noteLeft(tx, id);
    tx.audit({
      op: 'update',
      table: 'student_program',
      id,
      ...(await onRecord(tx, ttiStudentId, studentId)),
      change: { state: 'left', membership: !endsMembership },
    });
  });
}

/** Reports pending changes to TTI until it has them. */
export function followUpJob(db: Database): Job {
  return {
    name: 'tell TTI',
    everySeconds: 2,
    async run() {
      const following = { db, now: steadyNow(), requestId: 'tell TTI' };
      for (const id of await toFollow(db)) await followUp(following, id);
      for (const payer of await takePayers(db)) {
        try {
          await reportMethod(payer.ttiStudentId, payer);
          await notePayerReported(db, payer, following.now);
        } catch (error) {
          if (!(error instanceof PartnerError)) throw error;
        }
      }
    },
  };
}
