import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { getPaymentMethods, saveCreditCard } from '@portal/contract/payments';
import { aNewCard, aVisaNumber } from '../card.ts';
import { charged } from '../charged.ts';
import { savedCard, someCard } from '../flows.ts';
import { thePortal } from '../place.ts';
import { signedInStaff } from '../staff.ts';
import { anEnrolled, aStudent } from '../students.ts';
import { refusal } from './refusal.ts';

describe('getPaymentMethods', () => {
  test('lists the own cards, newest first, and never a number', async () => {
    const { person } = await aStudent();
    expect(await person.do(getPaymentMethods, {})).toEqual([]);
    const [older, newer] = [await savedCard(person), await savedCard(person)];
    expect(await person.do(getPaymentMethods, {})).toEqual([newer, older]);
    expect(JSON.stringify([older, newer])).not.toMatch(/\d{13}/);
  });

  test('shows them to support, and to a school admin only those of the own school', async () => {
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
  test('saves a card without a charge, and the same card again renews it', async () => {
    const { person, id } = await aStudent();
    const number = aVisaNumber();
    const first = await person.do(saveCreditCard, await aNewCard(thePortal.sandboxUrl, { number }));
    expect(first.paymentMethods).toEqual([first.paymentMethod]);
    const again = await person.do(saveCreditCard, await aNewCard(thePortal.sandboxUrl, { number, zip: '10001' }));
    expect(again.paymentMethods).toHaveLength(1);
    expect(await charged(id)).toEqual([]);
  });

  test('saves it once a key', async () => {
    const { person } = await aStudent();
    const [card, key] = [await someCard(), randomUUID()];
    const first = await person.ask(saveCreditCard, card, key);
    expect((await person.ask(saveCreditCard, card, key)).body).toEqual(first.body);
    expect(await person.do(getPaymentMethods, {})).toHaveLength(1);
  });

  test('says when the bank refuses the card', async () => {
    const { person } = await aStudent();
    expect(refusal(await person.ask(saveCreditCard, await someCard({ zip: '46282' }), randomUUID()))).toEqual({
      status: 402,
      code: 'card_refused',
      detail: 'There was a problem adding your card',
    });
    expect(await person.do(getPaymentMethods, {})).toEqual([]);
  });

  test('refuses a token that was used before', async () => {
    const { person } = await aStudent();
    const card = await someCard();
    await person.do(saveCreditCard, card);
    expect((await person.ask(saveCreditCard, card, randomUUID())).status).toBe(402);
  });

  test('keeps at most ten cards', async () => {
    const { person } = await aStudent();
    for (let card = 0; card < 10; card += 1) await savedCard(person);
    expect(refusal(await person.ask(saveCreditCard, await someCard(), randomUUID()))).toMatchObject({
      status: 409,
      code: 'too_many_cards',
    });
    expect(await person.do(getPaymentMethods, {})).toHaveLength(10);
  });

  test('wants a card, with every field right', async () => {
    const { person } = await aStudent();
    expect(refusal(await person.ask(saveCreditCard, {}, randomUUID()))).toEqual({
      status: 422,
      code: 'no_payment_method',
      detail: 'Please enter your payment details.',
    });
    expect(refusal(await person.ask(saveCreditCard, { ...(await someCard()), ccLast4: 'x' }, randomUUID()))).toEqual({
      status: 422,
      code: 'card_fields_invalid',
      detail: 'Please fill in all the fields accurately.',
    });
  });

  test('stops after ten refused cards', async () => {
    const { person } = await aStudent();
    const bad = async () => (await person.ask(saveCreditCard, await someCard({ zip: '46282' }), randomUUID())).status;
    const statuses = [];
    for (let attempt = 0; attempt < 11; attempt += 1) statuses.push(await bad());
    expect(statuses).toEqual([...Array(10).fill(402), 429]);
  });
});
