import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { listStudentHistory } from '@portal/kit/history/list-history';
import { asStaff } from '@portal/kit/testing';
import {
  aStudent,
  card,
  first,
  pay,
  staff,
  withStudyWorld,
  work,
  world,
} from '../testing/paying-study.ts';
import { payRest } from './paying/pay-rest.ts';
import { saveMethod } from './paying/save-method.ts';
import { refundStudy } from './refunding/refund-study.ts';

withStudyWorld();

let lastId = 5000;
/** A student of TTI who is on record here. */
async function onRecord() {
  const [ttiStudentId, studentId] = [await aStudent(), ++lastId];
  world.linked.set(ttiStudentId, { studentId });
  return { ttiStudentId, studentId };
}
/** The history entries of a student, oldest first. */
const history = async (studentId: number) =>
  (await listStudentHistory(world.db, { studentId }))
    .sort((a, b) => a.id - b.id)
    .map(({ op, table, text }) => [
      op,
      table,
      /^(?:amount|refund): .*$/m.exec(text)?.[0] ?? text.split('\n')[0],
    ]);
async function refund(ttiStudentId: string) {
  const [program] = (await world.tti.student(ttiStudentId)).programs;
  const studentProgramId = program?.studentProgramId as number;
  return refundStudy(asStaff(world.db, ['ROLE_ADMIN'], { key: randomUUID() }), {
    ttiStudentId,
    programId: 12,
    studentProgramId,
    cents: 60_000,
    keepMembership: true,
    saidBy: null,
  });
}

test('the history of a student on record shows a first and a second payment', async () => {
  const { ttiStudentId, studentId } = await onRecord();
  await first(ttiStudentId);
  await payRest(staff(), { ttiStudentId, programId: 12, agreedCents: 60_000, saidBy: null });
  expect(await history(studentId)).toEqual([
    ['insert', 'study_payment', 'amount: $600.00'],
    ['update', 'student_program', 'state: joined'],
    ['insert', 'study_payment', 'amount: $600.00'],
  ]);
});

test('the history of a student added by joining shows the join and later changes', async () => {
  const ttiStudentId = await aStudent();
  await pay(ttiStudentId);
  const { studentId } = await world.db.one<{ studentId: number }>`
    SELECT student_id FROM student_program WHERE tti_student_id = ${ttiStudentId}`;
  await refund(ttiStudentId);
  expect(await history(studentId)).toEqual([
    ['update', 'student_program', 'state: joined'],
    ['insert', 'study_payment', 'refund: $600.00'],
    ['update', 'student_program', 'state: left'],
  ]);
});

test('the history shows a pending refund that is refused later', async () => {
  const { ttiStudentId, studentId } = await onRecord();
  await first(ttiStudentId);
  const { paymentId } = world.charges.at(-1) as { paymentId: number };
  world.refundStates.set(paymentId, 'waiting');
  await refund(ttiStudentId);
  for (const one of world.refunds)
    if (one.paymentId === paymentId) Object.assign(one, { state: 'refused', error: 'Closed card' });
  await work();
  expect((await history(studentId)).at(-1)).toEqual(['delete', 'study_payment', 'deleted']);
});

test('the history shows a saved payment method, if the student is on record', async () => {
  const { ttiStudentId, studentId } = await onRecord();
  const order = { account: 'TTI', method: card };
  await saveMethod(staff(), { ttiStudentId, programId: 12, ...order });
  expect(await history(studentId)).toEqual([['update', 'study_payer', 'type: CC']]);
  const stranger = await aStudent();
  await saveMethod(staff(), { ttiStudentId: stranger, programId: null, ...order });
  expect(await world.db.one`SELECT student_id FROM audit WHERE row_id = ${stranger}`).toEqual({
    studentId: null,
  });
});
