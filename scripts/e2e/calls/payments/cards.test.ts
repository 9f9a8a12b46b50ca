import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import {
  getPaymentMethods,
  purchaseCreditsWithProfile,
  removePaymentMethod,
  saveCreditCard,
  setDefaultPaymentMethod,
} from '@portal/contract/purchases/payments';
import { sql } from '../../../portal/databases.ts';
import { thePortal } from '../../../portal/place.ts';
import { breakPartner, mendPartners } from '../../../portal/processor.ts';
import { aNewCard, aVisaNumber } from '../../cards/card.ts';
import { creditPrice } from '../../cards/credit-price.ts';
import { savedCard, someCard } from '../../exams/registrations.ts';
import { charged } from '../../payments/charged.ts';
import { signedInStaff } from '../../people/staff.ts';
import { anEnrolled, aStudent } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

describe('getPaymentMethods', () => {
  test("lists the student's cards, newest first, without numbers", async () => {
    const { person } = await aStudent();
    expect(await person.do(getPaymentMethods, {})).toEqual([]);
    const [older, newer] = [await savedCard(person), await savedCard(person)];
    expect(await person.do(getPaymentMethods, {})).toEqual([newer, older]);
    expect(JSON.stringify([older, newer])).not.toMatch(/\d{13}/);
  });

  test('shows cards to support, and to school admins only of their school', async () => {
    const [{ id, person }, { id: ours }, support, schoolAdmin] = await Promise.all([
      aStudent(),
      anEnrolled({ schoolId: 209 }),
      signedInStaff('ROLE_SUPPORT'),
      signedInStaff('ROLE_SCHOOL_ADMIN', { schoolId: 209 }),
    ]);
    const card = await savedCard(person);
    expect(await support.do(getPaymentMethods, { student_id: id })).toEqual([card]);
    expect(await schoolAdmin.do(getPaymentMethods, { student_id: ours })).toEqual([]);
    expect((await schoolAdmin.ask(getPaymentMethods, { student_id: id })).status).toBe(404);
  });
});

describe('saveCreditCard', () => {
  test('saves a card once per key without a charge, and renews a card saved again', async () => {
    const { person, id } = await aStudent();
    const [number, key] = [aVisaNumber(), randomUUID()];
    const card = await aNewCard(thePortal.sandboxUrl, { number });
    const first = await person.do(saveCreditCard, card, key);
    expect(first.paymentMethods).toEqual([first.paymentMethod]);
    expect(await person.do(saveCreditCard, card, key)).toEqual(first);
    expect(await person.do(getPaymentMethods, {})).toHaveLength(1);
    const again = await person.do(
      saveCreditCard,
      await aNewCard(thePortal.sandboxUrl, { number, zip: '10001' }),
    );
    expect(again.paymentMethods).toHaveLength(1);
    expect(await charged(id)).toEqual([]);
  });

  test('responds with an error when the bank declines the card', async () => {
    const { person } = await aStudent();
    expect(
      refusal(await person.ask(saveCreditCard, await someCard({ zip: '46282' }), randomUUID())),
    ).toEqual({
      status: 402,
      code: 'card_refused',
      detail: 'There was a problem adding your card',
    });
    expect(await person.do(getPaymentMethods, {})).toEqual([]);
  });

  test('limits declined cards to ten', async () => {
    const { person } = await aStudent();
    const bad = async () =>
      (await person.ask(saveCreditCard, await someCard({ zip: '46282' }), randomUUID())).status;
    const statuses = [];
    for (let attempt = 0; attempt < 11; attempt += 1) statuses.push(await bad());
    expect(statuses).toEqual([...Array(10).fill(402), 429]);
  });
});

describe('removePaymentMethod', () => {
  const notThere = {
    status: 404,
    code: 'payment_method_not_found',
    detail: 'This card is not saved.',
  };

  test('removes a card once per key, after which it cannot be charged', async () => {
    const { person } = await aStudent();
    const [card, other] = [await savedCard(person), await savedCard(person)];
    const key = randomUUID();
    const first = await person.ask(removePaymentMethod, { ccId: card.ccId }, key);
    expect(first.body).toEqual({ paymentMethods: [other] });
    expect((await person.ask(removePaymentMethod, { ccId: card.ccId }, key)).body).toEqual(
      first.body,
    );
    expect(await person.do(getPaymentMethods, {})).toEqual([other]);
    expect(
      refusal(await person.ask(removePaymentMethod, { ccId: card.ccId }, randomUUID())),
    ).toEqual(notThere);
    const amount = await creditPrice(person);
    const purchase = { numberOfCredits: 1, amount, ccId: card.ccId };
    expect(refusal(await person.ask(purchaseCreditsWithProfile, purchase, randomUUID()))).toEqual(
      notThere,
    );
  });

  test("does not find another student's card, or an unknown one", async () => {
    const [{ person }, { person: other }] = await Promise.all([aStudent(), aStudent()]);
    const { ccId } = await savedCard(other);
    for (const named of [ccId, '0', "' OR 1=1"]) {
      const answer = await person.ask(removePaymentMethod, { ccId: named }, randomUUID());
      expect([404, 422]).toContain(answer.status);
    }
    expect(await other.do(getPaymentMethods, {})).toHaveLength(1);
  });

  test('refuses a card while the result of a payment with it is unknown', async () => {
    const { person } = await aStudent();
    const { ccId } = await savedCard(person);
    const amount = await creditPrice(person);
    await breakPartner({
      partner: 'cards',
      mode: 'garbage',
      operation: 'createTransactionRequest',
    });
    try {
      await person.ask(
        purchaseCreditsWithProfile,
        { numberOfCredits: 1, amount, ccId },
        randomUUID(),
      );
      expect(refusal(await person.ask(removePaymentMethod, { ccId }, randomUUID()))).toEqual({
        status: 409,
        code: 'card_in_use',
        detail: 'A payment with this card is not finished yet. Please try again in a few minutes.',
      });
    } finally {
      await mendPartners();
    }
    expect(await person.do(getPaymentMethods, {})).toHaveLength(1);
  });

  test('charges at most once, and no removed card, when a payment is concurrent', async () => {
    const { person, id } = await aStudent();
    const { ccId } = await savedCard(person);
    const amount = await creditPrice(person);
    const [paid, removed] = await Promise.all([
      person.ask(purchaseCreditsWithProfile, { numberOfCredits: 1, amount, ccId }, randomUUID()),
      person.ask(removePaymentMethod, { ccId }, randomUUID()),
    ]);
    const outcomes = [paid.status, removed.status];
    expect([
      [200, 409],
      [200, 200],
      [404, 200],
    ]).toContainEqual(outcomes);
    expect(await charged(id)).toHaveLength(paid.status === 200 ? 1 : 0);
  });

  test("allows admins and the student's school, and refuses advisors", async () => {
    const [{ id, person }, admin, schoolAdmin] = await Promise.all([
      aStudent(),
      signedInStaff('ROLE_ADMIN'),
      signedInStaff('ROLE_SCHOOL_ADMIN', { schoolId: 209 }),
    ]);
    const { ccId } = await savedCard(person);
    expect(
      (await schoolAdmin.ask(removePaymentMethod, { ccId, student_id: id }, randomUUID())).status,
    ).toBe(404);
    expect(await admin.do(removePaymentMethod, { ccId, student_id: id })).toEqual({
      paymentMethods: [],
    });
  });
});

describe('setDefaultPaymentMethod', () => {
  const notThere = {
    status: 404,
    code: 'payment_method_not_found',
    detail: 'This card is not saved.',
  };

  test('makes one card the default, until another choice or the removal of the card', async () => {
    const { person } = await aStudent();
    const [older, newer] = [await savedCard(person), await savedCard(person)];
    const { paymentMethods } = await person.do(setDefaultPaymentMethod, { ccId: older.ccId });
    expect(paymentMethods).toEqual([newer, { ...older, isDefault: true }]);
    await Promise.all(
      [older, newer, older].map(({ ccId }) => person.do(setDefaultPaymentMethod, { ccId })),
    );
    const now = await person.do(getPaymentMethods, {});
    const chosen = now.filter(({ isDefault }) => isDefault);
    expect(chosen).toHaveLength(1);
    await person.do(removePaymentMethod, { ccId: chosen[0]?.ccId as string });
    expect((await person.do(getPaymentMethods, {})).map(({ isDefault }) => isDefault)).toEqual([
      false,
    ]);
  });

  test("refuses another student's card and an expired one", async () => {
    const [{ person }, { person: other }] = await Promise.all([aStudent(), aStudent()]);
    const [mine, theirs] = await Promise.all([savedCard(person), savedCard(other)]);
    expect(refusal(await person.ask(setDefaultPaymentMethod, { ccId: theirs.ccId }))).toEqual(
      notThere,
    );
    await sql('payments', 'UPDATE card SET exp_month = 1, exp_year = 2020 WHERE cc_id = $1', [
      mine.ccId,
    ]);
    expect(refusal(await person.ask(setDefaultPaymentMethod, { ccId: mine.ccId }))).toEqual({
      status: 409,
      code: 'card_expired',
      detail: 'This card has expired. Please choose another card.',
    });
    const amount = await creditPrice(person);
    const answer = await person.ask(
      purchaseCreditsWithProfile,
      { numberOfCredits: 1, amount, ccId: mine.ccId },
      randomUUID(),
    );
    expect(answer.body).toMatchObject({
      status: 402,
      code: 'card_declined',
      reason: 'This card has expired. Please choose another card or add a new one.',
    });
  });
});
