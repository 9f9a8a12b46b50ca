import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { diesAt, refusalOf, refusals } from '@portal/kit/testing';
import {
  aStudent,
  charged,
  first,
  info,
  interest,
  pay,
  rows,
  withStudyWorld,
  work,
  world,
} from '../../testing/paying-study.ts';
import { payingStudy } from './pay-study.ts';

withStudyWorld();

test('a declined card leaves nothing, and the same key says so again', async () => {
  const id = await aStudent();
  world.nextCharges.push('declined');
  const key = randomUUID();
  for (let i = 0; i < 2; i++)
    expect(await refusalOf(pay(id, {}, key))).toMatchObject({ status: 402, code: 'card_declined' });
  expect([charged(id), await rows(id), (await world.tti.student(id)).member]).toEqual([
    [],
    [],
    false,
  ]);
  await pay(id);
  expect(charged(id)).toEqual([120_000]);
});

/** How two end that are begun at once; the first to be charged is held there for the other. */
async function twoAtOnce<T>(begin: () => Promise<T>): Promise<PromiseSettledResult<T>[]> {
  const held = Promise.withResolvers<void>();
  world.nextCharges.push(held.promise);
  const both = [begin(), begin()];
  await Promise.race(both).catch(() => null);
  held.resolve();
  return Promise.allSettled(both);
}

test('a double click pays once, and two tabs do not both', async () => {
  const id = await aStudent();
  const key = randomUUID();
  const twice = await twoAtOnce(() => pay(id, {}, key));
  expect(refusals(twice)).toEqual(['request_in_progress']);
  expect(await pay(id, {}, key)).toMatchObject({ isNewMember: true });
  expect(charged(id)).toEqual([120_000]);

  const other = await aStudent();
  const tabs = await twoAtOnce(() => first(other));
  expect(refusals(tabs)).toEqual(['charge_pending']);
  expect(charged(other)).toEqual([60_000]);
});

test('without the guard two tabs pay twice', async () => {
  const id = await aStudent();
  await world.db.run`CREATE FUNCTION never_busy() RETURNS trigger LANGUAGE plpgsql
      AS 'BEGIN NEW.busy_with := NULL; RETURN NEW; END'`;
  await world.db.run`CREATE TRIGGER never_busy BEFORE UPDATE ON student_program
      FOR EACH ROW EXECUTE FUNCTION never_busy()`;
  try {
    await twoAtOnce(() => pay(id));
    expect(charged(id)).toEqual([120_000, 120_000]);
  } finally {
    await world.db.run`DROP TRIGGER never_busy ON student_program`;
  }
});

test('an unknown charge blocks other charges, and is finished later', async () => {
  const id = await aStudent();
  const key = randomUUID();
  world.nextCharges.push('unknown');
  expect(await refusalOf(pay(id, {}, key))).toMatchObject({ status: 502, code: 'charge_unknown' });
  expect((await refusalOf(pay(id))).code).toBe('charge_pending');
  await world.letTimePass();
  await payingStudy.resume(world.db);
  expect(await pay(id, {}, key)).toMatchObject({ isNewMember: true });
  expect(charged(id)).toEqual([120_000]);
});

test('TTI unavailable after the charge is notified later, and the answer says so', async () => {
  const id = await aStudent();
  await world.tti.fault('down', { operation: `POST /tti/students/${id}/payments` });
  const paid = await pay(id);
  expect(paid).toMatchObject({ isNewMember: false, payment: { amountCents: 120_000 } });
  expect(paid.messages[1]).toBe(
    'TTI cannot be reached at the moment. It will be told as soon as it answers; ' +
      'please do not pay again.',
  );
  expect((await refusalOf(pay(id))).code).toBe('already_paid');
  expect((await info(id)).totalPaidCents).toBe(120_000);
  await work();
  expect(await rows(id)).toMatchObject([{ reported: false }]);
  await world.tti.heal();
  await work();
  expect(await rows(id)).toMatchObject([{ reported: true }]);
  expect(await world.tti.student(id)).toMatchObject({ member: true, payments: [{ amount: 1200 }] });
  expect(await interest(id)).toMatchObject({ state: 'joined', joinWanted: null });
});

test.each(['payments', 'join'])(
  'a lost answer of TTI to %s is requested again and counts once',
  async (path) => {
    const id = await aStudent();
    await world.tti.fault('drop-after-charge', {
      count: 1,
      operation: `POST /tti/students/${id}/${path}`,
    });
    await pay(id);
    await work();
    expect(await world.tti.student(id)).toMatchObject({
      member: true,
      payments: [{ amount: 1200 }],
    });
    expect((await world.tti.changes(id)).filter((one) => one === path)).toHaveLength(2);
  },
);

test('adds the student once identity is available; the office gets incomplete data', async () => {
  const id = await aStudent();
  world.isIdentityAway.now = true;
  await pay(id);
  expect(await interest(id)).toMatchObject({ joinWanted: 'membership', studentId: null });
  world.isIdentityAway.now = false;
  await work();
  expect(await interest(id)).toMatchObject({ joinWanted: null, studentId: expect.any(Number) });

  const bare = await aStudent({ dob: null });
  expect((await pay(bare)).messages).toContain('The office will put the student on record at JSE.');
});

test.each([
  'payStudy.charge.before',
  'payStudy.charge.ran',
  'payStudy.charge.commit',
  'payStudy.charge.after',
  'followUp.tell.before',
  'followUp.tell.after',
  'followUp.joined',
  'payStudy.follow.commit',
])(
  'another replica finishes a payment whose process dies at %s: one charge, one report, joined',
  async (where) => {
    const id = await aStudent();
    const key = randomUUID();
    await diesAt(where, () => pay(id, {}, key));
    await world.letTimePass();
    await payingStudy.resume(world.db);
    await work();
    expect(charged(id)).toEqual([120_000]);
    expect(await world.tti.student(id)).toMatchObject({
      member: true,
      payments: [{ amount: 1200 }],
    });
    expect(await rows(id)).toMatchObject([{ reported: true }]);
    expect(await pay(id, {}, key)).toMatchObject({ payment: { amountCents: 120_000 } });
    expect(await interest(id)).toMatchObject({ state: 'joined', busyWith: null });
  },
);
