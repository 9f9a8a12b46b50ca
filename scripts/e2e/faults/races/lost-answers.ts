import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { submitPaymentAndGetExam } from '@portal/contract/purchases/payments';
import { breakPartner, mendPartners } from '../../../portal/processor.ts';
import { until } from '../../../portal/until.ts';
import { rowOf } from '../../exams/registrations.ts';
import { sweep } from '../../invariants/invariants.ts';
import type { HurtPortal } from '../harness/hurt-portal.ts';
import { aBuyer, type Buyer, chargesOf, persist, purchase } from '../harness/people/buyer.ts';

const amountsOf = async (buyer: Buyer) => (await chargesOf(buyer)).map(({ amount }) => amount);
const tryToBuy = (buyer: Buyer, key: string = randomUUID()) =>
  buyer.person.ask(submitPaymentAndGetExam, purchase(buyer), key);

/** F2: the processor's answer is lost after it charged. */
export function lostAnswers(hurt: () => HurtPortal): void {
  test('F2: a charge whose answer was lost is looked up, never repeated', async () => {
    const buyer = await aBuyer();
    await breakPartner({ partner: 'cards', mode: 'drop-after-charge', count: 1 });
    try {
      const bought = await persist(buyer.person, submitPaymentAndGetExam, purchase(buyer));
      expect(bought).toMatchObject({ error: null, exam: { status: 'registered' } });
    } finally {
      await mendPartners();
    }
    expect(await amountsOf(buyer)).toEqual([buyer.exam.credits * buyer.pricePerCredit]);
    await sweep();
  });

  test('F2: a charge is unknown while the processor is down, and found afterwards', async () => {
    const { portal } = hurt();
    const buyer = await aBuyer();
    const key = randomUUID();
    await breakPartner({
      partner: 'cards',
      mode: 'slow',
      operation: 'createTransactionRequest',
      count: 1,
      ms: 10_000,
    });
    const answer = tryToBuy(buyer, key);
    await until(
      () => amountsOf(buyer),
      (amounts) => amounts.length === 1,
    );
    await portal.down('sandbox');
    expect(await answer).toMatchObject({ status: 502, body: { code: 'charge_unknown' } });
    expect(await tryToBuy(buyer)).toMatchObject({ status: 409 });
    await portal.up('sandbox');
    await sweep(); // it ends without another request
    expect(await tryToBuy(buyer, key)).toMatchObject({
      status: 200,
      body: { error: null, exam: { status: 'registered' } },
    });
    expect(await amountsOf(buyer)).toEqual([buyer.exam.credits * buyer.pricePerCredit]);
  });
}

/** F2: the processor never got the charge. */
export function lostCharges(): void {
  test('F2: a charge that never arrived ends as refused soon, and can be retried', async () => {
    const buyer = await aBuyer();
    const key = randomUUID();
    await breakPartner({ partner: 'cards', mode: 'down' });
    try {
      expect(await tryToBuy(buyer, key)).toMatchObject({
        status: 502,
        body: { code: 'charge_unknown' },
      });
    } finally {
      await mendPartners();
    }
    await sweep();
    expect(await tryToBuy(buyer, key)).toMatchObject({
      status: 402,
      body: { code: 'card_declined' },
    });
    expect(await amountsOf(buyer)).toEqual([]);
    expect(await tryToBuy(buyer)).toMatchObject({ status: 200, body: { error: null } });
    expect(await amountsOf(buyer)).toEqual([buyer.exam.credits * buyer.pricePerCredit]);
    await sweep();
  });
}

/** F3: the same thing is bought twice at once. */
export function doubleClicks(): void {
  test('F3: a double click with one key is one purchase with one answer', async () => {
    const buyer = await aBuyer();
    const key = randomUUID();
    const [first, second] = await Promise.all(
      [1, 2].map(() => persist(buyer.person, submitPaymentAndGetExam, purchase(buyer), key)),
    );
    expect(first).toMatchObject({ error: null, exam: { status: 'registered' } });
    expect(second).toEqual(first);
    expect(await chargesOf(buyer)).toHaveLength(1);
    await sweep();
  });

  test('F3: tabs that buy the same exam with keys of their own charge once', async () => {
    const buyer = await aBuyer();
    const answers = await Promise.all([1, 2, 3].map(() => tryToBuy(buyer)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await chargesOf(buyer)).toHaveLength(1);
    expect(await rowOf(buyer.person, buyer.exam.id)).toMatchObject({ status: 'registered' });
    await sweep();
  });
}

/** F3: the same thing is bought again. */
export function newTries(): void {
  test('F3: buying again after a success reports it and charges nothing', async () => {
    const buyer = await aBuyer();
    await persist(buyer.person, submitPaymentAndGetExam, purchase(buyer));
    expect(await tryToBuy(buyer)).toMatchObject({
      status: 409,
      body: { code: 'already_registered' },
    });
    expect(await chargesOf(buyer)).toHaveLength(1);
    await sweep();
  });
}
