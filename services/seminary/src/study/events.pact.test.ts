import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { asStaff } from '@portal/kit/testing';
import { deliver, reliesOn } from '@portal/kit/testing/events/message-pacts';
import { ChargeRefunded } from '@portal/proto/payments/v1/events';
import { type StudyWorld, startStudyWorld } from '../testing/study-world.ts';
import { aProgram } from '../testing/tti.ts';
import { onChargeRefunded } from './following-up/on-charge-refunded.ts';
import { payStudy } from './paying/pay-study.ts';
import { refundStudy } from './refunding/refund-study.ts';

let world: StudyWorld;
beforeAll(async () => {
  world = await startStudyWorld();
});
afterAll(() => world.stop());

test('a waiting refund is checked at once, by the refund ids that payments sends', async () => {
  const staff = () => asStaff(world.db, ['ROLE_ADMIN'], { key: randomUUID() });
  const ttiStudentId = await world.tti.aStudent({ programs: [aProgram()] });
  const order = { ttiStudentId, programId: 12, account: 'TTI', agreedCents: 60_000 };
  await payStudy(staff(), { ...order, method: { card: {} }, saidBy: null, paying: 'first' });
  const [program] = (await world.tti.student(ttiStudentId)).programs;
  const who = {
    ttiStudentId,
    programId: 12,
    studentProgramId: program?.studentProgramId as number,
  };
  world.refundStates.set(world.charges[0]?.paymentId as number, 'waiting');
  await refundStudy(staff(), { ...who, cents: 10_000, keepMembership: false, saidBy: null });
  const refundId = world.refunds[0]?.refundId as number;
  const isDue = () => world.db.one`
    SELECT look_at <= clock_timestamp() AS due FROM study_payment WHERE refund_id = ${refundId}`;
  expect(await isDue()).toEqual({ due: false });

  await reliesOn('seminary', ChargeRefunded, { refundIds: [refundId] }, (message) =>
    deliver(world.db, onChargeRefunded, message),
  );
  expect(await isDue()).toEqual({ due: true });
});
