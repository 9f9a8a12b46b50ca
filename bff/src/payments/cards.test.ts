import { expect, test } from '@jest/globals';
import * as contract from '@portal/contract/purchases/payments';
import { cardOfServices, newCard, portalWith } from '../testing/paying-portal.ts';
import { aStudentSession } from '../testing/portal.ts';
import { aCard } from '../testing/records.ts';

test('cards are listed and saved under the names of the contract', async () => {
  const { made, requests } = portalWith({
    listCards: () => ({ cards: [aCard()] }),
    saveCard: () => ({ card: aCard(), cards: [aCard()] }),
  });
  const portal = await made;
  const cookie = await portal.signedIn(aStudentSession());
  const [view] = contract.getPaymentMethods.answer.parse(
    await (await portal.get('/api/getPaymentMethods', cookie)).json(),
  );
  expect(view).toEqual({
    ccId: '4001',
    cardtype: 'Visa',
    cc4digits: '1111',
    ccName: 'Dana Levi',
    ccExpMonth: 12,
    ccExpYear: 2030,
    expired: false,
    expiresSoon: false,
    isDefault: false,
  });
  const saved = await portal.post('/api/saveCreditCard', newCard, cookie);
  expect(contract.saveCreditCard.answer.parse(await saved.json())).toEqual({
    paymentMethod: view,
    paymentMethods: [view],
  });
  expect(requests[1]).toEqual({ card: cardOfServices });
});

test('a card is removed, with the key of the request, or made the default one', async () => {
  const { made, requests } = portalWith({
    removeCard: () => ({ cards: [] }),
    setDefaultCard: () => ({ cards: [aCard({ isDefault: true, expiresSoon: true })] }),
  });
  const portal = await made;
  const cookie = await portal.signedIn(aStudentSession());
  const removed = await portal.post('/api/removePaymentMethod', { ccId: '4001' }, cookie);
  expect(await removed.json()).toEqual({ paymentMethods: [] });
  const chosen = await portal.post('/api/setDefaultPaymentMethod', { ccId: '4001' }, cookie);
  expect(await chosen.json()).toMatchObject({
    paymentMethods: [{ ccId: '4001', isDefault: true, expired: false, expiresSoon: true }],
  });
  expect(requests).toEqual([{ ccId: '4001' }, { ccId: '4001' }]);
});

test.each([{}, { ccId: '' }, { ccId: 5 }, { ccId: 'x'.repeat(65) }, { ccId: '4111111111111111' }])(
  'no card is removed by %j',
  async (body) => {
    const portal = await portalWith({}).made;
    const answer = await portal.post(
      '/api/removePaymentMethod',
      body,
      await portal.signedIn(aStudentSession()),
    );
    expect([400, 422]).toContain(answer.status);
  },
);
