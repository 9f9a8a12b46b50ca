import { type Call, command, type Tx } from '@portal/kit/commands/command';
import type * as tables from '../../../prisma/tables.ts';
import { domainError } from '../../errors.ts';
import { readMissing } from '../../projections/read-projections.ts';
import { isBarred } from '../../records/registrations/state/bars.ts';
import { registrationDenied } from '../../records/registrations/state/registration-rules.ts';
import {
  buyingBarredUntil,
  dropReserved,
  insertRedeemed,
  insertReserved,
  type Redeemed,
  type ReservedExam,
  readStanding,
} from './store.ts';

export interface ReserveRedemption {
  /** The process that leads the redemption. */
  runId: string;
  studentId: number;
  examIds: number[];
}
export interface ConfirmRedemption {
  runId: string;
  studentId: number;
  /** YYYY-MM-DD: the day that goes on the transcript. */
  redeemedOn: string;
  exams: Redeemed[];
}

/**
 * Which of these exams a student has passed, which are registered and not taken, and
 * whether new registrations are barred.
 */
export async function readRedemption(
  { db, now }: Pick<Call, 'db' | 'now'>,
  { studentId, examIds }: { studentId: number; examIds: number[] },
): Promise<{ passedExamIds: number[]; untakenExamIds: number[]; barred: boolean }> {
  await readUnknownExams(db, examIds);
  const barred = isBarred(await buyingBarredUntil(db, studentId), now);
  const standing = await readStanding(db, studentId, examIds);
  const those = (holds: (one: (typeof standing)[number]) => boolean) =>
    standing.filter(holds).map(({ examId }) => examId);
  return {
    passedExamIds: those(({ isPassed }) => isPassed),
    untakenExamIds: those(({ isUntaken }) => isUntaken),
    barred,
  };
}

const reserve = command(
  'reserveRedemption',
  async (tx: Tx, order: ReserveRedemption): Promise<{ exams: ReservedExam[] }> => {
    // a bar may have been set since it was looked
    if (isBarred(await buyingBarredUntil(tx, order.studentId), tx.now)) throw registrationDenied();
    const exams = await insertReserved(tx, order, tx.now);
    // another open one is there, made since it was looked
    if (exams.length < new Set(order.examIds).size) throw domainError('untaken_registrations');
    return { exams };
  },
);

/**
 * Inserts hidden registrations of a student's exams, all or none, which keep other callers from
 * registering them. Throws registration_denied, untaken_registrations or exam_not_found.
 */
export async function reserveRedemption(
  call: Call,
  order: ReserveRedemption,
): Promise<{ exams: ReservedExam[] }> {
  await readUnknownExams(call.db, order.examIds);
  return reserve(call, order);
}

/** Makes the hidden registrations of a redemption graded ones, with no mail (T-07). */
export const confirmRedemption = command(
  'confirmRedemption',
  async (tx: Tx, { exams, ...redemption }: ConfirmRedemption): Promise<object> => {
    const { runId, studentId, redeemedOn: day } = redemption;
    const made = await insertRedeemed(tx, { runId, studentId, day }, exams, tx.actor, tx.now);
    if (made.length < exams.length)
      throw new Error('a registration that was kept for a redemption is not there');
    for (const { id, examId } of made)
      tx.audit({
        op: 'insert',
        table: 'registration',
        id,
        studentId,
        change: { exam: examId, status: 'graded', seminaryRedemptionDate: day },
      });
    return {};
  },
);

/** Takes hidden registrations of a redemption away that came to nothing. */
export const dropRedemption = command(
  'dropRedemption',
  async (tx: Tx, redemption: { runId: string; studentId: number }): Promise<object> => {
    await dropReserved(tx, redemption);
    return {};
  },
);

/** Reads exams added to the catalogue after the projection was read. Throws exam_not_found. */
async function readUnknownExams(db: Call['db'], examIds: readonly number[]): Promise<void> {
  const known = await db.many<
    Pick<tables.ExamProjection, 'id'>
  >`SELECT id FROM exam_copy WHERE id = ANY (${[...examIds]}::bigint[])`;
  const unknown = examIds.filter((id) => !known.some((one) => one.id === id));
  for (const examId of unknown) await readMissing(db, { examId });
}
