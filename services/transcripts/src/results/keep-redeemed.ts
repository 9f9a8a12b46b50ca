import type { Tx } from '@portal/kit/commands/command';
import { insertRedeemed, type RedeemedExam } from './store.ts';

/** Keeps redeemed seminary exams as results of a student, of the day of the redemption. */
export const keepRedeemed = (
  tx: Tx,
  {
    studentId,
    redeemedOn,
    exams,
  }: { studentId: number; redeemedOn: string; exams: readonly RedeemedExam[] },
): Promise<void> => insertRedeemed(tx, { studentId, redeemedOn, exams }, tx.now);
