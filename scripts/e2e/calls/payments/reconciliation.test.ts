import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  getReconciliation,
  reconcileDay,
  signSettledDay,
} from '@portal/contract/payments/reconciliation';
import { sql } from '../../../portal/databases.ts';
import { breakPartner, mendPartners } from '../../../portal/processor.ts';
import { until } from '../../../portal/until.ts';
import type { Person } from '../../../portal-user/person.ts';
import {
  adjustedCents,
  aLostPayment,
  aSettledDay,
  changeThere,
  compared,
  dayOf,
  onlyThere,
  refundsThere,
  requestMend,
  theDifference,
} from '../../payments/settled-days.ts';
import { signedInStaff } from '../../people/staff.ts';
import { aStudent } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

let superAdmin: Person;
let techSupport: Person;
beforeAll(async () => {
  [superAdmin, techSupport] = await Promise.all([
    signedInStaff('ROLE_SUPER_ADMIN'),
    signedInStaff('ROLE_TECH_SUPPORT'),
  ]);
});

const requestComparison = (
  date: string,
  { account = 'TTI', person = superAdmin, key = randomUUID() as string } = {},
) => person.ask(reconcileDay, { date, account }, key);
const signAsked = (date: string, comment = 'All is well', person = superAdmin) =>
  person.ask(signSettledDay, { date, account: 'TTI', comment }, randomUUID());

describe('getReconciliation', () => {
  test('gives days of both accounts, newest first, including uncompared ones', async () => {
    const { days, differences, batches } = await techSupport.do(getReconciliation, {
      from: '2001-03-01',
      to: '2001-03-03',
    });
    expect(days.map(({ date, account, state }) => [date, account, state])).toEqual([
      ['2001-03-03', 'TTI', 'not_compared'],
      ['2001-03-03', 'TTINJ', 'not_compared'],
      ['2001-03-02', 'TTI', 'not_compared'],
      ['2001-03-02', 'TTINJ', 'not_compared'],
      ['2001-03-01', 'TTI', 'not_compared'],
      ['2001-03-01', 'TTINJ', 'not_compared'],
    ]);
    expect([differences, batches]).toEqual([undefined, undefined]);
  });

  test('gives the differences of a day with both sides, batches and sums', async () => {
    const date = aSettledDay();
    const transactionId = await onlyThere(date, { cents: 1234, invoiceNumber: 'by-hand' });
    await onlyThere(date, { kind: 'refund', cents: 200 });
    await compared(techSupport, date);
    const { days, differences, batches } = await superAdmin.do(getReconciliation, {
      date,
      account: 'TTI',
    });
    expect(days).toMatchObject([
      {
        date,
        account: 'TTI',
        state: 'differences',
        batches: 2,
        charges: 12.34,
        refunds: 2,
        chargesHere: 0,
        refundsHere: 0,
        matched: 0,
        differences: 2,
        open: 2,
        signedBy: null,
        running: false,
        failedAt: null,
        lastRun: expect.any(String),
      },
    ]);
    expect(differences).toMatchObject([
      {
        kind: 'only_there',
        state: 'open',
        transactionId,
        invoiceNumber: 'by-hand',
        there: 12.34,
        here: null,
        paymentId: null,
        studentId: null,
        comment: null,
        mends: ['explain', 'refund_there', 'adjust'],
      },
      { kind: 'only_there', there: -2, here: null, mends: ['explain', 'adjust'] },
    ]);
    expect(batches).toMatchObject([{ count: 1 }, { count: 1 }]);
    expect((await dayOf(techSupport, date)).list.map(({ mends }) => mends)).toEqual([
      ['explain'],
      ['explain'],
    ]);
  });

  test('separates the two merchant accounts', async () => {
    const date = aSettledDay();
    await onlyThere(date, { account: 'TTINJ', cents: 700 });
    await compared(superAdmin, date, 'TTI');
    await compared(superAdmin, date, 'TTINJ');
    const { days = [], differences } = await superAdmin.do(getReconciliation, { date });
    expect(days.map(({ account, state }) => [account, state])).toEqual([
      ['TTI', 'clean'],
      ['TTINJ', 'differences'],
    ]);
    expect(differences).toMatchObject([{ account: 'TTINJ', there: 7 }]);
  });

  test('accepts 92 days, and omits days that are not over', async () => {
    const { days } = await superAdmin.do(getReconciliation, {
      from: '2001-01-01',
      to: '2001-04-02',
    });
    expect(days).toHaveLength(184);
    const { days: ahead } = await superAdmin.do(getReconciliation, { date: '2099-01-01' });
    expect(ahead).toEqual([]);
    const longer = { from: '2001-01-01', to: '2001-04-03' };
    expect(refusal(await superAdmin.ask(getReconciliation, longer))).toEqual({
      status: 422,
      code: 'range_too_long',
      detail: 'Please choose a shorter time.',
    });
  });
});

describe('reconcileDay', () => {
  test('compares a day; a retry with the key repeats the response', async () => {
    const date = aSettledDay();
    const key = randomUUID();
    const first = await requestComparison(date, { key });
    expect([first.status, first.body]).toMatchObject([
      202,
      { state: 'processing', done: 1, total: 1 },
    ]);
    const { lastRun } = await dayOf(superAdmin, date);
    expect((await requestComparison(date, { key })).body).toEqual(first.body);
    expect((await dayOf(superAdmin, date)).lastRun).toBe(lastRun);
    expect(await dayOf(superAdmin, date)).toMatchObject({ state: 'clean' });
  });

  test.each(['error', 'garbage'] as const)(
    'responds with an error when the processor fails (%s), without a comparison',
    async (mode) => {
      const date = aSettledDay();
      await onlyThere(date);
      const operation = 'getTransactionListRequest';
      await breakPartner({ partner: 'cards', mode, operation });
      const key = randomUUID();
      const answer = await requestComparison(date, { key });
      expect(refusal(answer)).toEqual({
        status: 502,
        code: 'partner_failed',
        detail: 'The card processor could not be asked. Please try again.',
      });
      await mendPartners();
      expect(await dayOf(superAdmin, date)).toMatchObject({
        state: 'not_compared',
        running: false,
        failedAt: expect.any(String),
      });
      expect((await requestComparison(date)).status).toBe(202);
      expect(await dayOf(superAdmin, date)).toMatchObject({ state: 'differences', failedAt: null });
    },
  );
});

describe('mendDifference', () => {
  test('lets tech support explain, and only super admins mend', async () => {
    const date = aSettledDay();
    await onlyThere(date);
    const { differenceId } = await theDifference(techSupport, date);
    const explained = await requestMend(techSupport, differenceId, 'explain', {
      comment: 'A test charge',
    });
    expect(explained.body).toMatchObject({
      difference: { state: 'explained', comment: 'A test charge', action: 'explain', mends: [] },
      day: { state: 'differences', open: 0 },
    });
    expect(
      refusal(await requestMend(techSupport, differenceId, 'adjust', { amount: 52 })),
    ).toMatchObject({
      status: 403,
    });
    const mended = await requestMend(superAdmin, differenceId, 'adjust', { amount: 52 });
    expect(mended.body).toMatchObject({
      difference: { state: 'mended', action: 'adjust', mends: [] },
      day: { state: 'clean', open: 0, differences: 1 },
    });
    expect(await adjustedCents(differenceId)).toEqual([-5200]);
    expect(refusal(await requestMend(superAdmin, differenceId, 'adjust', { amount: 52 }))).toEqual({
      status: 409,
      code: 'already_mended',
      detail: 'This difference has been mended.',
    });
  });

  test('adjusts by exactly the difference, once for concurrent calls', async () => {
    const date = aSettledDay();
    await onlyThere(date, { kind: 'refund', cents: 5201 });
    const { differenceId } = await theDifference(superAdmin, date);
    for (const amount of [52.01, -52, 0])
      expect(
        refusal(await requestMend(superAdmin, differenceId, 'adjust', { amount })),
      ).toMatchObject({
        status: 409,
        code: 'amount_changed',
      });
    const both = await Promise.all(
      [1, 2].map(() => requestMend(superAdmin, differenceId, 'adjust', { amount: -52.01 })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await adjustedCents(differenceId)).toEqual([5201]);
  });

  test('refunds unmatched money at the processor, once per key', async () => {
    const date = aSettledDay();
    await onlyThere(date);
    const { differenceId } = await theDifference(superAdmin, date);
    const key = randomUUID();
    const first = await requestMend(superAdmin, differenceId, 'refund_there', {}, key);
    expect(first.body).toMatchObject({ difference: { state: 'mended' }, day: { state: 'clean' } });
    expect((await requestMend(superAdmin, differenceId, 'refund_there', {}, key)).body).toEqual(
      first.body,
    );
    expect(await refundsThere(differenceId)).toBe(1);
    expect(await adjustedCents(differenceId)).toEqual([]);
  });

  test('reports an unknown refund result, and resolves it automatically', async () => {
    const date = aSettledDay();
    const about = await onlyThere(date);
    const { differenceId } = await theDifference(superAdmin, date);
    await breakPartner({
      partner: 'cards',
      mode: 'drop-after-charge',
      count: 1,
      about,
      operation: 'createTransactionRequest',
    });
    expect(refusal(await requestMend(superAdmin, differenceId, 'refund_there'))).toEqual({
      status: 502,
      code: 'charge_unknown',
      detail: 'The refund is being checked. Please do not repeat it.',
    });
    await mendPartners();
    const other = refusal(await requestMend(superAdmin, differenceId, 'adjust', { amount: 52 }));
    expect(['request_in_progress', 'already_mended']).toContain(other.code);
    await until(
      () => dayOf(superAdmin, date),
      ({ list }) => list[0]?.state === 'mended',
      40,
    );
    expect(await refundsThere(differenceId)).toBe(1);
  });

  test("returns the processor's refusal of a refund; the difference stays open", async () => {
    const date = aSettledDay();
    const transId = await onlyThere(date);
    const { differenceId } = await theDifference(superAdmin, date);
    await changeThere(transId, { status: 'returnedItem' });
    expect(refusal(await requestMend(superAdmin, differenceId, 'refund_there'))).toMatchObject({
      status: 502,
      code: 'refund_failed',
    });
    expect((await dayOf(superAdmin, date)).list).toMatchObject([{ state: 'open' }]);
  });

  test('finishes a payment of unknown result, by its usual process', async () => {
    const date = aSettledDay();
    const { id } = await aStudent();
    const { paymentId, invoiceNumber } = await aLostPayment(id);
    await onlyThere(date, { cents: 1500, invoiceNumber });
    const difference = await theDifference(superAdmin, date);
    expect(difference).toMatchObject({
      kind: 'only_there',
      paymentId,
      studentId: id,
      mends: ['explain', 'finish_payment'],
    });
    const { body } = await requestMend(superAdmin, difference.differenceId, 'finish_payment');
    expect(body).toMatchObject({ difference: { state: 'mended' }, day: { state: 'clean' } });
    // a proctor fee without a waiting request is refunded
    await until(
      () =>
        sql('payments', "SELECT id FROM refund WHERE payment_id = $1 AND state = 'done'", [
          paymentId,
        ]),
      ({ length }) => length === 1,
      30,
    );
    await compared(superAdmin, date);
    expect(await dayOf(superAdmin, date)).toMatchObject({ state: 'clean', matched: 1 });
  });

  test('closes a payment of unknown result that charged nothing', async () => {
    const date = aSettledDay();
    const { id } = await aStudent();
    const { paymentId, invoiceNumber } = await aLostPayment(id);
    const transId = await onlyThere(date, { cents: 1500, invoiceNumber });
    const { differenceId } = await theDifference(superAdmin, date);
    await changeThere(transId, { status: 'voided' });
    expect(refusal(await requestMend(superAdmin, differenceId, 'finish_payment'))).toMatchObject({
      status: 402,
      code: 'card_declined',
    });
    expect(await sql('payments', 'SELECT state FROM payment WHERE id = $1', [paymentId])).toEqual([
      { state: 'declined' },
    ]);
    await compared(superAdmin, date);
    expect(await dayOf(superAdmin, date)).toMatchObject({
      state: 'clean',
      list: [{ state: 'gone' }],
    });
  });
});

describe('signSettledDay', () => {
  test('signs a day without open differences, irrevocably', async () => {
    const date = aSettledDay();
    await onlyThere(date);
    await onlyThere(date);
    await compared(superAdmin, date);
    const { list } = await dayOf(superAdmin, date);
    expect(refusal(await signAsked(date))).toEqual({
      status: 409,
      code: 'still_open',
      detail: '2 differences are open.',
    });
    for (const { differenceId } of list) await requestMend(superAdmin, differenceId, 'explain');
    const signed = await signAsked(date, 'Seen with the bank');
    expect(signed.body).toMatchObject({
      day: { state: 'signed', comment: 'Seen with the bank', signedBy: expect.any(String) },
    });
    expect(refusal(await signAsked(date))).toEqual({
      status: 409,
      code: 'signed',
      detail: 'This day is signed.',
    });
    expect(
      refusal(await requestMend(superAdmin, list[0]?.differenceId ?? 0, 'adjust', { amount: 52 })),
    ).toMatchObject({ status: 409, code: 'action_not_allowed' });
  });

  test('refuses tech support, and a day that is being compared', async () => {
    const date = aSettledDay();
    await compared(superAdmin, date);
    expect((await signAsked(date, 'All is well', techSupport)).status).toBe(403);
    const operation = 'getSettledBatchListRequest';
    await breakPartner({ partner: 'cards', mode: 'slow', ms: 9_000, operation });
    const comparing = requestComparison(date);
    await until(
      () => dayOf(superAdmin, date),
      ({ running }) => running,
    );
    expect(refusal(await signAsked(date))).toMatchObject({ status: 409, code: 'running' });
    await mendPartners();
    await comparing;
  });
});
