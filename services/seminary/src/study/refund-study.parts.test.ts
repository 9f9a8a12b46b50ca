import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { inTransaction } from '@portal/kit/commands/command';
import { client } from '@portal/kit/grpc/client';
import { steadyNow } from '@portal/kit/steady-clock';
import { asStaff, diesAt, refusalOf, refusals, serveInProcess } from '@portal/kit/testing';
import { StudyServiceDefinition } from '@portal/proto/seminary/v1/study';
import { type StudyWorld, startStudyWorld } from '../testing/study-world.ts';
import { aProgram, type TestProgram } from '../testing/tti.ts';
import { followUpJob } from './following-up/follow-up.ts';
import { onChargeRefunded } from './following-up/on-charge-refunded.ts';
import { payStudy } from './paying/pay-study.ts';
import { getRefundData } from './refunding/get-refund-data.ts';
import { type RefundStudy, refundingStudy, refundStudy } from './refunding/refund-study.ts';
import { studyRpcs } from './rpc.ts';

let world: StudyWorld;
beforeAll(async () => {
  world = await startStudyWorld();
});
afterEach(async () => {
  world.refundStates.clear();
  await world.tti.heal();
});
afterAll(() => world.stop());

const staff = (key: string = randomUUID()) => asStaff(world.db, ['ROLE_ADMIN'], { key });
interface Joined {
  ttiStudentId: string;
  programId: number;
  studentProgramId: number;
}
/** A student who has paid the first part, and then the rest. */
async function aJoined(more: Partial<TestProgram> = {}): Promise<Joined> {
  const ttiStudentId = await world.tti.aStudent({ programs: [aProgram(more)] });
  const order = {
    ttiStudentId,
    programId: 12,
    account: 'TTI',
    agreedCents: 60_000,
    method: { card: {} },
    saidBy: null,
  };
  await payStudy(staff(), { ...order, paying: 'first' });
  await payStudy(staff(), { ...order, paying: 'full' });
  const [program] = (await world.tti.student(ttiStudentId)).programs;
  return { ttiStudentId, programId: 12, studentProgramId: program?.studentProgramId as number };
}
const refund = (who: Joined, cents: number, more: Partial<RefundStudy> = {}, key?: string) =>
  refundStudy(staff(key), { ...who, cents, keepMembership: false, saidBy: null, ...more });
const data = (who: Joined, more: Partial<Joined> = {}) =>
  getRefundData(world.db, { ...who, ...more });
const atTti = async ({ ttiStudentId }: Joined) => {
  const { member, payments, programs } = await world.tti.student(ttiStudentId);
  return { member, amounts: payments.map((one) => one.amount), active: programs[0]?.active };
};
const back = ({ ttiStudentId }: Joined) => {
  const own = world.charges
    .filter((one) => one.ttiStudentId === ttiStudentId)
    .map((one) => one.paymentId);
  return world.refunds
    .filter((one) => own.includes(one.paymentId))
    .map((one) => [own.indexOf(one.paymentId), one.amountCents, one.state]);
};
const work = async () => {
  await world.letTimePass();
  await followUpJob(world.db).run();
};

test('refunds all newest first, reports to TTI, and ends programme and membership', async () => {
  const who = await aJoined();
  expect(await data(who)).toMatchObject({
    refundable: true,
    message: null,
    maxRefundCents: 120_000,
  });
  const { payments, errors } = await refund(who, 120_000);
  expect(errors).toEqual([]);
  expect(payments.map((one) => one.amountCents)).toEqual([60_000, 60_000, -60_000, -60_000]);
  expect(back(who)).toEqual([
    [1, 60_000, 'done'],
    [0, 60_000, 'done'],
  ]);
  expect(await atTti(who)).toEqual({
    member: false,
    amounts: [600, 600, -600, -600],
    active: false,
  });
  expect(world.left).toContain(who.ttiStudentId);
  expect(await data(who)).toMatchObject({ refundable: false, maxRefundCents: 0 });
});

test('a kept membership stays and only the programme ends (R-316)', async () => {
  const who = await aJoined();
  await refund(who, 80_000, { keepMembership: true });
  expect(back(who)).toEqual([
    [1, 60_000, 'done'],
    [0, 20_000, 'done'],
  ]);
  expect(await atTti(who)).toEqual({
    member: true,
    amounts: [600, 600, -600, -200],
    active: false,
  });
  expect(world.left).not.toContain(who.ttiStudentId);
});

test('refuses excess, zero, non-refundable and foreign refunds, and moves no money', async () => {
  const who = await aJoined();
  const detail = 'Refund amount cannot be more than the original refund amount.';
  for (const cents of [120_001, 0])
    expect(await refusalOf(refund(who, cents))).toMatchObject({
      status: 422,
      code: 'refund_too_large',
      detail,
    });
  await refund(who, 100_000, { keepMembership: true });
  expect((await refusalOf(refund(who, 20_001))).code).toBe('refund_too_large');
  expect((await data(who)).maxRefundCents).toBe(20_000);

  const firm = await aJoined({
    refundable: false,
    notRefundableText: 'Not after the first of September.',
  });
  expect(await data(firm)).toMatchObject({
    refundable: false,
    message: 'Not after the first of September.',
    maxRefundCents: 0,
  });
  expect(await refusalOf(refund(firm, 100))).toMatchObject({
    status: 409,
    code: 'not_refundable',
    detail: 'Not after the first of September.',
  });
  for (const more of [{ studentProgramId: 1 }, { programId: 13 }]) {
    expect(await refusalOf(data(who, more))).toMatchObject({ status: 404, code: 'no_payments' });
    expect((await refusalOf(refund(who, 100, more))).code).toBe('no_payments');
  }
  expect((await refusalOf(data(who, { ttiStudentId: 'nobody' }))).code).toBe('no_student');
  const nothing = await world.tti.aStudent();
  const [program] = (await world.tti.student(nothing)).programs;
  const unpaid = {
    ttiStudentId: nothing,
    programId: 12,
    studentProgramId: program?.studentProgramId as number,
  };
  expect((await refusalOf(data(unpaid))).code).toBe('no_payments');
  await world.tti.fault('error');
  expect((await refusalOf(data(who))).code).toBe('partner_failed');
  expect(back(firm)).toEqual([]);
});

test('names a refund that the processor refuses; the student leaves after the last', async () => {
  const who = await aJoined();
  const first = world.charges.find((one) => one.ttiStudentId === who.ttiStudentId)
    ?.paymentId as number;
  world.refundStates.set(first, 'refused');
  const { errors, payments } = await refund(who, 90_000);
  expect(errors).toEqual([
    expect.stringMatching(
      /^The payment of \$300\.00 of \d\d\/\d\d\/\d{4} was not refunded: Not today\.$/,
    ),
  ]);
  expect(payments.map((one) => one.amountCents)).toEqual([60_000, 60_000, -60_000]);
  expect(await atTti(who)).toMatchObject({ member: true, active: true });
  world.refundStates.clear();
  expect((await refund(who, 30_000)).errors).toEqual([]);
  expect(await atTti(who)).toEqual({
    member: false,
    amounts: [600, 600, -600, -300],
    active: false,
  });
});

test('a pending refund is no error; once made, TTI knows and the student leaves', async () => {
  const who = await aJoined();
  const newest = world.charges.findLast((one) => one.ttiStudentId === who.ttiStudentId)
    ?.paymentId as number;
  world.refundStates.set(newest, 'waiting');
  const { errors, payments } = await refund(who, 50_000);
  expect([errors, payments.map((one) => one.amountCents)]).toEqual([[], [60_000, 60_000, -50_000]]);
  await work();
  expect(await atTti(who)).toEqual({ member: true, amounts: [600, 600], active: true });
  expect((await refusalOf(refund(who, 70_001))).code).toBe('refund_too_large');
  const waiting = world.refunds.find((one) => one.paymentId === newest);
  Object.assign(waiting ?? {}, { state: 'done', doneAt: steadyNow(), transactionId: 'late' });
  const refundIds = [waiting?.refundId as number];
  await onChargeRefunded.handle(
    {
      id: randomUUID(),
      at: steadyNow(),
      data: { paymentId: newest, studentId: 0, refundIds },
    } as never,
    staff(),
    (hurry) => inTransaction(staff(), 'test', hurry),
  );
  await followUpJob(world.db).run();
  expect(await atTti(who)).toEqual({ member: false, amounts: [600, 600, -500], active: false });
});

test('a pending refund that is refused frees the sum again, and the student stays', async () => {
  const who = await aJoined();
  const newest = world.charges.findLast((one) => one.ttiStudentId === who.ttiStudentId)
    ?.paymentId as number;
  world.refundStates.set(newest, 'waiting');
  await refund(who, 50_000);
  Object.assign(world.refunds.find((one) => one.paymentId === newest) ?? {}, {
    state: 'refused',
    error: 'Closed account.',
  });
  await work();
  expect(await atTti(who)).toMatchObject({ member: true, active: true });
  expect((await data(who)).maxRefundCents).toBe(120_000);
});

test('two people at once never give back more than was paid', async () => {
  const who = await aJoined();
  const both = await Promise.allSettled([refund(who, 80_000), refund(who, 80_000)]);
  expect(refusals(both)).toHaveLength(1);
  expect(back(who).reduce((sum, [, cents]) => sum + Number(cents), 0)).toBe(80_000);
});

test('reports refund and leave to TTI once it is available again', async () => {
  const who = await aJoined();
  await world.tti.fault('down', { operation: `POST /tti/students/${who.ttiStudentId}/refunds` });
  expect((await refund(who, 120_000)).errors).toEqual([]);
  expect(await atTti(who)).toMatchObject({ amounts: [600, 600], active: true });
  await world.tti.heal();
  await work();
  expect(await atTti(who)).toEqual({
    member: false,
    amounts: [600, 600, -600, -600],
    active: false,
  });
});

test.each([
  'refundStudy.refund.before',
  'refundStudy.refund.ran',
  'refundStudy.refund.after',
  'followUp.tell.before',
  'followUp.told.commit',
  'refundStudy.follow.commit',
])('a refund whose process dies at %s is finished by another replica, once', async (where) => {
  const who = await aJoined();
  const key = randomUUID();
  await diesAt(where, () => refund(who, 120_000, {}, key));
  await world.letTimePass();
  await refundingStudy.resume(world.db);
  await work();
  expect((await refund(who, 120_000, {}, key)).errors).toEqual([]);
  expect(back(who)).toHaveLength(2);
  expect(await atTti(who)).toEqual({
    member: false,
    amounts: [600, 600, -600, -600],
    active: false,
  });
});

test('only permitted callers may make each call', async () => {
  const stop = await serveInProcess('SEMINARY_ADDR', [studyRpcs], world.db);
  const rpc = client(StudyServiceDefinition, 'SEMINARY_ADDR', 'bff') as unknown as Record<
    string,
    (request: object, by: object) => Promise<unknown>
  >;
  const roles = [
    'ADMIN',
    'SUPER_ADMIN',
    'TECH_SUPPORT',
    'SUPPORT',
    'ADVISOR',
    'ADVISOR_ADMIN',
    'ADMISSIONS',
    'SCHOOL_ADMIN',
  ];
  const people = [
    { kind: 'public', id: 0, roles: [], name: 'public', via: 'bff' },
    { kind: 'student', id: 1, roles: ['ROLE_STUDENT'], studentId: 1, name: 'student', via: 'bff' },
    ...roles.map((role) => ({
      kind: 'staff',
      id: 1,
      roles: [`ROLE_${role}`],
      name: role,
      via: 'bff',
    })),
  ];
  for (const name of Object.keys(StudyServiceDefinition.methods)) {
    const may: string[] = [];
    for (const actor of people) {
      const code = await rpc[name]?.(
        { ttiStudentId: 'nobody' },
        { actor, key: `${name} ${actor.name}` },
      ).catch((error) => error.code);
      if (code !== 'forbidden') may.push(actor.name);
    }
    const auditOf = ['payRest', 'getRefundData', 'refundAndUnjoin'].includes(name);
    expect([name, may]).toEqual([
      name,
      [...(auditOf ? [] : ['student']), 'ADMIN', 'SUPER_ADMIN', 'ADMISSIONS'],
    ]);
  }
  stop();
});
