import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { asStaff } from '@portal/kit/testing';
import { getStudyInfo } from '../study/eligibility/get-study-info.ts';
import { followUpJob } from '../study/following-up/follow-up.ts';
import { type PayStudy, payStudy } from '../study/paying/pay-study.ts';
import { type StudyWorld, startStudyWorld } from './study-world.ts';
import type { TestStudent } from './tti.ts';

/** The database of the test file and all around it, there once `withStudyWorld` has begun. */
export let world: StudyWorld;

/** Gives a test file its database, TTI, payments and identity in memory. */
export function withStudyWorld(): void {
  beforeAll(async () => {
    world = await startStudyWorld();
  });
  afterEach(async () => {
    world.nextCharges.length = 0;
    world.isIdentityAway.now = false;
    await world.tti.heal();
  });
  afterAll(() => world.stop());
}

/** A call of staff who take payments. */
export const staff = (key: string = randomUUID()) =>
  asStaff(world.db, ['ROLE_ADMISSIONS'], { key });
/** How a new card pays. */
export const card = { card: { cardholderName: 'Dana Levi' } };
/** Pays programme 12 in full with a new card, unless said otherwise. */
export const pay = (ttiStudentId: string, more: Partial<PayStudy> = {}, key?: string) =>
  payStudy(staff(key), {
    ttiStudentId,
    programId: 12,
    account: 'TTI',
    agreedCents: 120_000,
    paying: 'full',
    method: card,
    saidBy: null,
    ...more,
  });
/** Pays the first part of programme 12. */
export const first = (ttiStudentId: string, more: Partial<PayStudy> = {}, key?: string) =>
  pay(ttiStudentId, { paying: 'first', agreedCents: 60_000, ...more }, key);
/** What is to be paid for a full join to programme 12, unless said otherwise. */
export const info = (
  ttiStudentId: string,
  more: Partial<Parameters<typeof getStudyInfo>[1]> = {},
) =>
  getStudyInfo(staff(), {
    ttiStudentId,
    programId: 12,
    isSecondPayment: false,
    fullJoin: true,
    isRefund: false,
    paymentTo: null,
    ...more,
  });
/** Cents that a student was charged, in order. */
export const charged = (ttiStudentId: string) =>
  world.charges.filter((one) => one.ttiStudentId === ttiStudentId).map((one) => one.amountCents);
/** Our rows of a student's payments, in order. */
export const rows = (ttiStudentId: string) =>
  world.db.many<{
    amountCents: number;
    settledCents: number;
    reported: boolean;
    chargedBy: string;
    saidBy: string | null;
  }>`
    SELECT amount_cents, settled_cents, told_partner_at IS NOT NULL AS reported, charged_by, said_by
    FROM study_payment JOIN student_program ON student_program.id = student_program_id
    WHERE tti_student_id = ${ttiStudentId} ORDER BY study_payment.id`;
/** The student's row of their only programme. */
export const interest = (ttiStudentId: string) =>
  world.db.one<{
    state: string;
    busyWith: string | null;
    joinWanted: string | null;
    studentId: number | null;
    amountDueCents: number;
  }>`
    SELECT state, busy_with, join_wanted, student_id, amount_due_cents FROM student_program
    WHERE tti_student_id = ${ttiStudentId}`;
/** A student at TTI; interested in programme 12 unless specified otherwise. */
export const aStudent = (student?: TestStudent) => world.tti.aStudent(student);
/** Has what waits be followed up, as the job does a while later. */
export const work = async () => {
  await world.letTimePass();
  await followUpJob(world.db).run();
};
