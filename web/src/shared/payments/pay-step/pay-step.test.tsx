import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { api, REPEAT_AFTER_MS } from '../../api/client.ts';
import { fakePortal, pressTwice, type Reply, serveConfig, show } from '../../testing.tsx';
import { visa as savedVisa } from '../testing.ts';
import { PayStep } from './pay-step.tsx';
import { order, usePayment } from './use-payment.ts';

const savedCall = api.purchaseCreditsWithProfile;
const newCall = api.purchaseCredits;
const [saved, fresh] = ['/api/purchaseCreditsWithProfile', '/api/purchaseCredits'];

const visa = { ...savedVisa, isDefault: false };
const old = {
  ...visa,
  ccId: 'p0',
  cardtype: 'Mastercard',
  cc4digits: '9006',
  ccExpYear: 2020,
  expired: true,
};
const bought: Reply = {
  answer: { successMessage: 'Thank you. 3 credits were added to your account.' },
};

let tokens = 0;
beforeEach(() => {
  tokens = 0;
  serveConfig({ acceptJsUrl: '/a.js' });
  window.Accept = {
    dispatchData: ({ cardData }, answer) => {
      tokens += 1;
      if (cardData.zip === '99999') {
        answer({
          messages: {
            resultCode: 'Error',
            message: [{ code: 'E_WC_05', text: 'Please provide valid credit card number.' }],
          },
        });
      } else {
        answer({
          messages: { resultCode: 'Ok', message: [] },
          opaqueData: { dataDescriptor: 'COMMON', dataValue: `token${tokens}` },
        });
      }
    },
  };
});
afterEach(() => {
  cleanup();
  serveConfig(null);
});

function Shop({ amount }: { amount: number }) {
  const [done, setDone] = useState('');
  const payment = usePayment({
    subject: '3 credits',
    amount,
    place: (now, source) => {
      const body = { numberOfCredits: 3, amount: now };
      return source && !('ccId' in source)
        ? order(newCall, { ...body, ...source })
        : order(savedCall, { ...body, ...source });
    },
    onDone: ({ successMessage }) => setDone(successMessage),
  });
  if (done) return <p>{done}</p>;
  return (
    <PayStep
      payment={payment}
      lines={[{ label: '3 credits at $42.00', value: '$126.00' }]}
      terms="Credits are not refundable."
    />
  );
}

function open(
  replies: Record<string, Reply | Reply[]>,
  { amount = 126, cards = [old, visa] }: { amount?: number; cards?: unknown[] } = {},
) {
  const got = fakePortal({
    '/api/getPaymentMethods': { answer: cards },
    '/api/getCreditsInfo': { answer: {} },
    ...replies,
  });
  show(<Shop amount={amount} />);
  return () => got.filter(({ path }) => path.includes('purchaseCredits'));
}
const agree = async () =>
  userEvent.click(await screen.findByRole('checkbox', { name: /I agree to the terms/ }));
const pay = async () => userEvent.click(screen.getByRole('button', { name: 'Pay' }));
const visaChosen = async () =>
  expect(
    (await screen.findByRole<HTMLInputElement>('radio', { name: /Visa ending in 1111/ })).checked,
  ).toBe(true);
const fill = async (zip = '11230') => {
  await userEvent.type(await screen.findByLabelText('Name on card'), 'Dana Levy');
  await userEvent.type(screen.getByLabelText('Card number'), '4111111111111111');
  await userEvent.type(screen.getByLabelText('Expiry'), '1239');
  await userEvent.type(screen.getByLabelText('CVV'), '123');
  await userEvent.type(screen.getByLabelText('Billing zip'), zip);
};

test('the first card that has not expired is chosen, and Pay waits for the terms', async () => {
  const sent = open({ [saved]: bought });
  await visaChosen();
  expect(
    screen.getByRole<HTMLInputElement>('radio', { name: /Mastercard ending in 9006/ }).disabled,
  ).toBe(true);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Pay' }).disabled).toBe(true);
  screen.getByText('Agree to the terms to pay.');

  await agree();
  await pay();

  await screen.findByText('Thank you. 3 credits were added to your account.');
  expect(sent()).toMatchObject([{ body: { numberOfCredits: 3, amount: 126, ccId: 'p1' } }]);
});

test('without a method Pay says why; a new card works without the saved ones', async () => {
  open({
    '/api/getPaymentMethods': {
      status: 500,
      code: 'internal',
      detail: 'Something went wrong. Please try again.',
    },
  });
  await screen.findByText('Please enter your payment details.');
  await userEvent.click(await screen.findByRole('radio', { name: /New card/ }));
  expect(screen.queryByText('Please enter your payment details.')).toBeNull();
  screen.getByText('Agree to the terms to pay.');
});

test('without a saved card the form is open; its number is never sent to the portal', async () => {
  const sent = open({ [fresh]: bought }, { cards: [] });
  await fill();
  await agree();
  await pay();

  await screen.findByText(/Thank you/);
  expect(sent()[0]?.body).toMatchObject({
    acceptPaymentValue: 'token1',
    ccLast4: '1111',
    ccExpMonth: 12,
    ccExpYear: 2039,
    cardType: 'Visa',
  });
  expect(JSON.stringify(sent())).not.toContain('4111111111111111');
});

test('two presses of Pay before the first is drawn are one payment, by one token', async () => {
  const sent = open({ [fresh]: bought }, { cards: [] });
  await fill();
  await agree();
  pressTwice(screen.getByRole('button', { name: 'Pay' }));

  await screen.findByText(/Thank you/);
  expect([tokens, sent().length]).toEqual([1, 1]);
});

test('wrong card fields stop the payment before a call, with the first one focused', async () => {
  const sent = open({ [fresh]: bought }, { cards: [] });
  await userEvent.type(await screen.findByLabelText('Name on card'), 'Dana Levy');
  await agree();
  await pay();

  await screen.findByText('Please fill in all the fields accurately.');
  expect(document.activeElement).toBe(screen.getByLabelText('Card number'));
  expect([tokens, sent().length]).toEqual([0, 0]);
});

test("the processor's own words are shown when it does not take the card", async () => {
  const sent = open({ [fresh]: bought }, { cards: [] });
  await fill('99999');
  await agree();
  await pay();

  await screen.findByText('Please provide valid credit card number.');
  expect(sent()).toHaveLength(0);
});

test('a declined card says why, and the next try has a new key and a new token', async () => {
  const declined = {
    status: 402,
    code: 'card_declined',
    detail: 'There was a problem charging your card.',
    reason: 'This transaction has been declined.',
  };
  const sent = open({ [fresh]: [declined, bought] }, { cards: [] });
  await fill();
  await agree();
  await pay();
  await screen.findByText('There was a problem charging your card.');
  screen.getByText('This transaction has been declined.');

  await pay();

  await screen.findByText(/Thank you/);
  const [first, second] = sent();
  expect(second?.key).not.toBe(first?.key);
  expect([first?.body.acceptPaymentValue, second?.body.acceptPaymentValue]).toEqual([
    'token1',
    'token2',
  ]);
});

test('a changed amount is shown beside the old one and has to be agreed to again', async () => {
  const changed = {
    status: 409,
    code: 'amount_changed',
    detail: 'The amount has changed. Please check it and try again.',
    expected: 135,
  };
  const sent = open({ [saved]: [changed, bought] });
  await visaChosen();
  await agree();
  await pay();
  await screen.findByText('The amount has changed. Please check it and try again.');
  expect(screen.getByText('$135.00').tagName).toBe('STRONG');
  expect(screen.getAllByText(/\$126\.00/).some(({ tagName }) => tagName === 'S')).toBe(true);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Pay' }).disabled).toBe(true);

  await agree();
  await pay();

  await screen.findByText(/Thank you/);
  expect(sent().map(({ body }) => body.amount)).toEqual([126, 135]);
});

test('an unconfirmed payment freezes the step and repeats with key and token', async () => {
  const unknown = {
    status: 502,
    code: 'charge_unknown',
    detail:
      'We could not confirm the payment. Please do not pay again; ' +
      'check your account in a few minutes.',
  };
  const sent = open({ [fresh]: [unknown, bought] }, { cards: [visa] });
  await userEvent.click(await screen.findByRole('radio', { name: 'New card' }));
  await fill();
  await agree();
  await pay();
  await screen.findByText(/We could not confirm the payment/);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Visa/ }).disabled).toBe(true);
  expect(screen.queryByRole('button', { name: 'Pay' })).toBeNull();

  await userEvent.click(screen.getByRole('button', { name: 'Check again' }));

  await screen.findByText(/Thank you/);
  const [first, second] = sent();
  expect(second).toEqual(first);
  expect(tokens).toBe(1);
});

const over: Reply = {
  status: 401,
  code: 'session_over',
  detail: 'Your session is over. Please log in again.',
};

test('a session that ends during an open payment keeps it as sent: one key, one card', async () => {
  const sent = open({ [saved]: ['lost', 'lost', 'lost', 'lost', 'lost', over, bought] });
  await visaChosen();
  await agree();
  const timer = globalThis.setTimeout;
  const pauses = jest
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation(((then: () => void, ms?: number) =>
      timer(then, REPEAT_AFTER_MS.includes(ms ?? 0) ? 0 : ms)) as typeof setTimeout);
  await pay();
  await userEvent.click(await screen.findByRole('button', { name: 'Check again' }));
  pauses.mockRestore();
  await screen.findByText('Your session had ended. Please try again.');
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }));
  await screen.findByText('Thank you. 3 credits were added to your account.');
  expect(sent()).toHaveLength(7);
  expect(new Set(sent().map(({ key }) => key)).size).toBe(1);
});

test('a session that ended before Pay made no change: another card can be used', async () => {
  const sent = open({ [saved]: [over, bought] });
  await visaChosen();
  await agree();
  await pay();
  await screen.findByText('Your session had ended. Please try again.');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'New card' }).disabled).toBe(false);
  await pay();
  await screen.findByText('Thank you. 3 credits were added to your account.');
  expect(new Set(sent().map(({ key }) => key)).size).toBe(1);
});

test('a payment that is still being checked says so and charges nothing', async () => {
  open({
    [saved]: {
      status: 409,
      code: 'charge_pending',
      detail: 'An earlier payment is still being checked.',
    },
  });
  await visaChosen();
  await agree();
  await pay();

  expect((await screen.findByRole('alert')).textContent).toBe(
    'An earlier payment is still being checked.',
  );
});

test('when the total is zero, neither a card nor the terms are needed', async () => {
  const sent = open({ [saved]: bought }, { amount: 0 });
  expect(screen.queryByRole('radio')).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();

  await pay();

  await screen.findByText(/Thank you/);
  expect(sent()[0]?.body).toEqual({ numberOfCredits: 3, amount: 0 });
});

test('the default card is offered first, and an expired one cannot be chosen', async () => {
  const standard = { ...visa, ccId: 'p2', cc4digits: '2222', isDefault: true };
  const placed = open({ [saved]: bought }, { cards: [old, visa, standard] });
  const offered = await screen.findByRole<HTMLInputElement>('radio', {
    name: /Visa ending in 2222/,
  });
  expect(offered.checked).toBe(true);
  expect(screen.getAllByRole('radio')[0]).toBe(offered);
  const expired = screen.getByRole<HTMLInputElement>('radio', {
    name: /Mastercard ending in 9006/,
  });
  expect(expired.disabled).toBe(true);
  screen.getByText('Expired 08/20. It cannot be used to pay.');
  expect(placed()).toEqual([]);
});
